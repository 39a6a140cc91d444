import fc from 'fast-check';
import { FITTING_REQUESTS } from '../support/environment.js';
import { fittingOperations, fittingRequest } from './fuzz/fitting.js';
import type { WireAnswer, WireRequest } from './fuzz/wire.js';
import { FuzzWorld } from './fuzz/world.js';

/** Fixed, so that each run sends the same requests. */
const SEED = 20_160_131;

/** Problems that the schemas do not express. The description of the field, or of the operation, names each of them. */
const EXPLAINED: Record<string, RegExp> = {
  // Depends on what the service has.
  current_password: /^is invalid$/,
  '*': /^has already been taken$|^is one too many /,
  assignee_id: /^is invalid$/,
  user_id: /^is invalid$/,
  // More than the form of a line or a cursor.
  key: /^is invalid$/,
  fingerprint: /^cannot be generated$/,
  cursor: /^is invalid$/,
  // The list of emoji names is too long for a schema.
  name: /^is invalid$/,
  // A short list, but a pattern that excludes it in any letter case is long. The description has the whole list.
  username: / is a reserved name$/,
  // From 1970 until now: no schema can say now. Explained only if the request has a time outside of this range.
  created_at: /^is invalid$/,
  created_after: /^is invalid$/,
  created_before: /^is invalid$/,
  page: /keyset/,
  // Parameters of the query, whose schemas are independent.
  subject_type: /^is missing$/,
  subject_id: /^is missing$/,
};

const TIMES = new Set(['created_at', 'created_after', 'created_before']);

/** True if the query or the body has a time before 1970 or in the future. */
function hasOtherTime({ path, body }: WireRequest): boolean {
  const text = `${path} ${body?.toString('utf8') ?? ''}`.replaceAll(/%3a/gi, ':');
  const times = [...text.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => Date.parse(time));
  return times.some((time) => time < 0 || time > Date.now());
}

/** Statuses that refuse a request for its form. Their messages are sentences. */
const FORM = [400, 408, 413, 414, 415, 422, 431];
/** Their descriptions say that requests with fitting parts can be larger than this. */
const MAX_BODY = 1024 * 1024;
const MAX_URL = 8_192;

function isTooLarge({ path, body }: WireRequest, status: number): boolean {
  if (status === 413) return (body?.length ?? 0) > MAX_BODY;
  return status === 414 && path.length > MAX_URL;
}

/** The problems of a refused request, also of a 404 from an operation that returns 404 for every failure. */
function unexplained(request: WireRequest, { status, body }: WireAnswer): string[] {
  const { message } = (body ?? {}) as { message?: unknown };
  if (typeof message === 'string') {
    const isExplained = isTooLarge(request, status) || /keyset/.test(message);
    return FORM.includes(status) && !isExplained ? [message] : [];
  }
  if (typeof message !== 'object' || message === null) return [];
  const problems = Object.entries(message as Record<string, string[]>);
  const isExplained = (field: string, text: string) =>
    [EXPLAINED[field], EXPLAINED['*']].some((known) => known?.test(text)) &&
    (!TIMES.has(field) || hasOtherTime(request));
  return problems.flatMap(([field, texts]) =>
    texts.filter((text) => !isExplained(field, text)).map((text) => `${field} ${text}`),
  );
}

describe('a request that fits the document', () => {
  const world = new FuzzWorld();
  afterAll(() => world.close());
  let keys = 0;

  it.each(fittingOperations())(
    '$name ($method $template) is never refused for its form',
    async (operation) => {
      const property = fc.asyncProperty(fittingRequest(operation), async (request) => {
        const wire = await world.prepare(operation, request);
        // A key that another request had is refused.
        if ('idempotency-key' in wire.headers) wire.headers['idempotency-key'] += String(++keys);
        const answer = await world.send(wire);
        await world.tidy(operation, answer);
        expect({ problems: unexplained(wire, answer), isFailure: answer.status >= 500 }).toEqual({
          problems: [],
          isFailure: false,
        });
      });
      await fc.assert(property, { seed: SEED, numRuns: FITTING_REQUESTS });
    },
    30_000 + FITTING_REQUESTS * 100,
  );
});
