import { readFileSync } from 'node:fs';
import type { OpenApiResponse } from '../../src/http/openapi/document-types.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { errorExample, operations, resolve } from '../support/document.js';
import { replaceTokenLookup } from '../support/internals.js';
import { RawConnection, requestText, sendRaw } from '../support/raw.js';
import type { SeededUser } from '../support/seed.js';
import { valuesOf } from './examples/documented.js';

/** Tests that compare the example of a status which needs a database that does not respond. */
const ELSEWHERE: Record<number, string> = {
  503: '../http/time-limits.test.ts',
  504: '../database/commit-outcome.server.test.ts',
};

interface Refusal {
  status: number;
  body: unknown;
}

let forge: Forge;
let user: SeededUser;
beforeAll(async () => {
  forge = await startForge({}, undefined, { headersTimeoutMs: 1_000 });
  user = await forge.seed.user();
});
afterAll(() => forge.close());

/** Each operation has its own examples of these: operation-errors.test.ts. */
const OF_OPERATIONS = [400, 404, 409];

/** A request that the service refuses with this status. */
const REFUSED: Record<number, () => Promise<Refusal>> = {
  401: () => forge.anonymous.get('/user'),
  403: () => user.client.get('/audit_events'),
  async 408() {
    const connection = new RawConnection(forge.url);
    connection.send('GET /health HTTP/1.1\r\nHost: x\r\n');
    const answer = await connection.answer();
    await connection.closed();
    return answer;
  },
  413: () => user.client.post('/projects', { name: 'x'.repeat(1024 * 1024) }),
  414: () => user.client.get(`/users?search=${'x'.repeat(8_192)}`),
  415: () => user.client.type('text/xml').post('/projects', '<name>x</name>'),
  async 422() {
    const client = user.client.with({ 'Idempotency-Key': 'a-key' });
    await client.post('/projects', { name: 'One' });
    return client.post('/projects', { name: 'Another' });
  },
  async 429() {
    const narrow = await startForge({ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '1' });
    await narrow.as('unknown').get('/user');
    const answer = await narrow.as('unknown').get('/user');
    await narrow.close();
    return answer;
  },
  431: () => sendRaw(forge.url, requestText('GET /health', { X: 'x'.repeat(16_384) })),
  500() {
    replaceTokenLookup(forge, () => Promise.reject(new Error('an injected fault')));
    return forge.as(ROOT.token).get('/user');
  },
};

const textOf = (status: number, body: unknown) => `${status} ${JSON.stringify(body)}`;

describe('the example of an error', () => {
  it.each(Object.keys(REFUSED).map(Number))('%i is the body of a real response', async (status) => {
    const answer = await REFUSED[status]?.();
    expect([answer?.status, answer?.body]).toEqual([status, errorExample(status)]);
  });

  it.each(Object.entries(ELSEWHERE))(
    'for status %s is compared with a real response in %s',
    (status, file) => {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      expect(text).toContain(`errorExample(${status})`);
    },
  );

  it('is compared for each status, and no status has another one', () => {
    const errors = operations
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => Number(status) >= 400 && !OF_OPERATIONS.includes(Number(status)));
    const examples = errors.flatMap(([status, response]) =>
      Object.values(resolve<OpenApiResponse>(response).content)
        .flatMap((content) => valuesOf(content.examples))
        .map((body) => textOf(Number(status), body)),
    );
    const compared = [...Object.keys(REFUSED), ...Object.keys(ELSEWHERE)].map(Number);
    expect([...new Set(examples)].toSorted()).toEqual(
      compared.map((status) => textOf(status, errorExample(status))).toSorted(),
    );
  });
});
