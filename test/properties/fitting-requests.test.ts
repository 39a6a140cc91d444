import fc from 'fast-check';
import { FITTING_REQUESTS } from '../support/environment.js';
import { fittingOperations, fittingRequest } from './fuzz/fitting.js';
import type { WireAnswer } from './fuzz/wire.js';
import { FuzzWorld } from './fuzz/world.js';

/** Fixed, so that each run sends the same requests. */
const SEED = 20_160_131;

/** Problems that no schema can express. The description of the field, or of the operation, names each of them. */
const EXPLAINED: Record<string, RegExp> = {
  // Depends on what the service has.
  current_password: /^is invalid$/,
  '*': /^has already been taken$|^is one too many /,
  assignee_id: /^is invalid$/,
  user_id: /^is invalid$/,
  // More than the form of a line, an emoji name, a cursor or an address.
  key: /^is invalid$/,
  fingerprint: /^cannot be generated$/,
  name: /^is invalid$/,
  cursor: /^is invalid$/,
  ip: /^is invalid$/,
  username: / is a reserved name$/,
  page: /keyset/,
  // Parameters of the query, whose schemas are independent.
  subject_type: /^is missing$/,
  subject_id: /^is missing$/,
};

/** The problems of a 400, or of a 404 from an operation that returns 404 for every failure. */
function unexplained({ status, body }: WireAnswer): string[] {
  const { message } = (body ?? {}) as { message?: unknown };
  if (typeof message === 'string')
    return status === 400 && !/keyset/.test(message) ? [message] : [];
  if (typeof message !== 'object' || message === null) return [];
  const problems = Object.entries(message as Record<string, string[]>);
  return problems.flatMap(([field, texts]) =>
    texts
      .filter((text) => ![EXPLAINED[field], EXPLAINED['*']].some((known) => known?.test(text)))
      .map((text) => `${field} ${text}`),
  );
}

describe('a request that fits the document', () => {
  const world = new FuzzWorld();
  afterAll(() => world.close());

  it.each(fittingOperations())(
    '$name ($method $template) is never refused for its form',
    async (operation) => {
      const property = fc.asyncProperty(fittingRequest(operation), async (request) => {
        const wire = await world.prepare(operation, request);
        const answer = await world.send(wire);
        await world.tidy(operation, answer);
        expect({ problems: unexplained(answer), isFailure: answer.status >= 500 }).toEqual({
          problems: [],
          isFailure: false,
        });
      });
      await fc.assert(property, { seed: SEED, numRuns: FITTING_REQUESTS });
    },
    30_000 + FITTING_REQUESTS * 100,
  );
});
