import { readFileSync } from 'node:fs';
import * as errors from '../../src/http/errors/errors.js';

const document = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const statusOf = new Map(
  [...document.matchAll(/^- \*\*([\d, ]+)\*\* `(\w+)`/gm)].map(([, statuses, name]) => [
    name ?? '',
    statuses,
  ]),
);
const classes = Object.entries(errors).filter(
  ([name, value]) => typeof value === 'function' && name !== 'ApiError',
);

describe('docs/errors.md', () => {
  it('has one line for each error', () => {
    expect([...statusOf.keys()].sort()).toEqual(classes.map(([name]) => name).sort());
  });

  it.each([
    [new errors.Invalid({ a: ['b'] })],
    [new errors.Malformed('x')],
    [new errors.Unauthorized()],
    [new errors.Forbidden()],
    [new errors.OperationForbidden()],
    [new errors.NotFound('Note')],
    [new errors.SudoTargetNotFound('x')],
    [new errors.Failed('x')],
    [new errors.RouteNotFound()],
    [new errors.Vanished()],
    [new errors.NotAllowed(['GET'])],
    [new errors.Conflict('x')],
    [new errors.StillRunning(1)],
    [new errors.KeyReused()],
    [new errors.EncodedBody()],
    [new errors.TooManyRequests({ limit: 1, remaining: 0, resetMs: 1 })],
    [new errors.InternalError()],
    [new errors.Unavailable()],
    [new errors.NotReady(['x'])],
  ])('names the status of %p', (error) => {
    expect(statusOf.get(error.constructor.name)).toBe(String(error.status));
  });
});
