import type { FastifyInstance } from 'fastify';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { replaceLimit } from '../support/internals.js';
import { shown } from './job.js';

/** What a client starts from to meet each error. */
export interface Given {
  url: string;
  root: string;
  ada: string;
  nobody: string;
  bob: number;
  project: number;
  /** Has an award `100` of ada, and the only note that she may create in this hour. */
  issue: number;
}

/** The length of descriptions that the service has no room for, and of those that are too large. */
export const [UNAVAILABLE_LENGTH, TOO_LARGE_LENGTH] = [40_000, 70_000];
const BODY_LIMIT = 65_536;
/** As many bytes of responses as one user may leave unread. */
const UNREAD = 33_554_433;

/** A service with narrow limits. While a user sends a long description, they have left too many responses unread. */
async function startNarrowForge(): Promise<{ forge: Forge; given: Given }> {
  const users = [1];
  const forge = await startForge(
    { RATE_LIMIT: 'on', RATE_LIMIT_NOTES: '1', BODY_LIMIT: String(BODY_LIMIT) },
    (app) => {
      const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
      fastify.addHook('onRequest', ({ headers, unreadResponses }, reply, done) => {
        if (Number(headers['content-length']) > UNAVAILABLE_LENGTH)
          for (const id of users) {
            const owner = { key: `user ${id}`, isStranger: false };
            unreadResponses.add(owner, UNREAD);
            reply.raw.once('close', () => {
              unreadResponses.add(owner, -UNREAD);
            });
          }
        done();
      });
    },
  );
  // The minute of the service can end before a slow client sends its second note.
  replaceLimit(forge, 'notes', 1, 3_600_000);
  const ada = await forge.seed.user({ username: 'ada' });
  users.push(ada.id);
  const bob = await forge.seed.user();
  const project = await forge.seed.project(ada, { visibility_level: 20 });
  const issue = await forge.seed.issue(project, ada);
  await ada.client.post(`${issue.at}/award_emoji`, { name: '100' });
  await ada.client.post(`${issue.at}/notes`, { body: 'First.' });
  const given = {
    ...{ url: forge.url, root: ROOT.token, ada: ada.token, nobody: 'nobody-has-this-one' },
    ...{ bob: bob.id, project: project.id, issue: issue.id },
  };
  return { forge, given };
}

const ERRORS = {
  unauthorized: shown(401, '401 Unauthorized'),
  forbidden: shown(403, '403 Forbidden'),
  not_found: shown(404, '404 Issue Not Found'),
  unknown_route: shown(404, '404 Not Found'),
  not_allowed: shown(405, '405 Not Allowed'),
  invalid: shown(400, "can't be blank"),
  unsupported: shown(400, 'is not supported'),
  conflict: shown(409, 'has already been taken'),
  too_large: shown(413, 'Request Entity Too Large'),
  unsupported_type: shown(415, 'Unsupported Media Type'),
  limited: shown(429, '429 Too Many Requests'),
  unavailable: shown(503, '503 Service Unavailable'),
};
type ErrorName = keyof typeof ERRORS;

interface Differences {
  /** The client has no call that meets these. */
  without?: readonly ErrorName[];
  /** What the client shows instead. */
  instead?: Partial<Record<ErrorName, unknown>>;
}

/** Declares the test of a client that met the errors and returned what it shows of each. */
export function showsErrors(
  title: string,
  work: (given: Given) => Promise<Record<string, unknown>>,
  { without = [], instead = {} }: Differences = {},
): void {
  describe(`${title}, when a call is refused`, () => {
    let forge: Forge;
    let answers: Record<string, unknown>;
    beforeAll(async () => {
      const started = await startNarrowForge();
      ({ forge } = started);
      answers = await work(started.given);
    });
    afterAll(() => forge?.close());

    const all = Object.entries({ ...ERRORS, ...instead });
    const met = all.filter(([name]) => !without.includes(name as ErrorName));
    it.each(met)('shows the message: %s', (name, expected) => {
      expect(answers[name]).toEqual(expected);
    });

    it('meets no other error', () => {
      expect(Object.keys(answers).sort()).toEqual(met.map(([name]) => name).sort());
    });
  });
}
