import { startForge, type Forge } from './app.js';

describe('the contract check of responses', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  const type = { 'content-type': 'application/json' };
  const withCharset = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'one',
  });
  const id = { 'x-request-id': 'one' };
  const health = {
    method: 'GET',
    path: '/health/ready',
    status: 200,
    headers: new Headers({ ...type, ...id }),
    body: { status: 'ok' } as unknown,
  };
  const check = (changes: Partial<typeof health>) => () => {
    forge.contract.check({ ...health, ...changes });
  };

  it.each([
    ['what is documented', {}],
    ['HEAD without a body', { method: 'HEAD', body: undefined }],
    ['a documented failure', { status: 404, body: { message: '404 Not Found' } }],
    ['the refusal of a wrong method', { method: 'PUT', status: 405, body: { message: 'no' } }],
    ['the refusal of an unknown path', { path: '/x', status: 404, body: { message: {} } }],
  ])('allows %s', (_, changes) => {
    expect(check(changes)).not.toThrow();
  });

  it.each([
    ['a field too many', { body: { status: 'ok', more: 1 } }, '"additionalProperty":"more"'],
    ['a field too few', { body: {} }, "must have required property 'status'"],
    ['no body', { body: undefined }, 'there is no body'],
    ['an undocumented status', { status: 418 }, 'the status 418 is not documented'],
    ['a failure of another shape', { status: 404 }, "must have required property 'message'"],
    ['a missing X-Request-Id', { headers: new Headers(type) }, 'X-Request-Id is missing'],
    ['another content type', { headers: new Headers(id) }, 'the content type  is not documented'],
    ['a content type with a charset', { headers: withCharset }, 'application/json; charset=utf-8'],
    ['a list without its pages', { path: '/api/v3/users', body: [] }, 'the header Link is missing'],
    ['an operation nobody documented', { path: '/x' }, 'the document has no such operation'],
  ])('refuses %s', (_, changes, problem) => {
    expect(check(changes)).toThrow(problem);
  });
});
