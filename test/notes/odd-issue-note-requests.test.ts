import fc from 'fast-check';
import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';

/** Whatever is sent, the contract holds (the client sees to that) and nothing is a fault of the service. */
describe('Unusual requests about the notes of an issue', () => {
  let forge: Forge;
  let ada: SeededUser;
  let issue: Resource;
  let note: Resource;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    issue = await forge.seed.issue(await forge.seed.project(ada), ada);
    note = await forge.seed.note(issue, ada);
  });
  afterAll(() => forge.close());

  const notFaulty = async (
    values: fc.Arbitrary<unknown>,
    send: (value: never) => Promise<{ status: number }>,
  ) => {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        const { status } = await send(value as never);
        expect([200, 201, 400, 404, 405, 409, 414]).toContain(status);
      }),
      { numRuns: 150 },
    );
  };
  const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double());

  it('get no 5xx for any parameters', async () => {
    const given = fc.record({ body: anything, created_at: anything }, { requiredKeys: [] });
    await notFaulty(given, (body) => ada.client.post(`${issue.at}/notes`, body));
    await notFaulty(given, (body) => ada.client.put(note.at, body));
  });

  it('get no 5xx for any path', async () => {
    const segment = fc.string({ unit: 'binary', minLength: 1 }).map(encodeURIComponent);
    const path = fc
      .tuple(segment, segment, segment)
      .map(([a, b, c]) => `/projects/${a}/issues/${b}/notes/${c}`)
      .filter((text) => !text.includes('/./') && !text.includes('/../') && !/\.$/.test(text));
    await notFaulty(path, (text) => ada.client.get(text));
    await notFaulty(path, (text) => ada.client.delete(text));
  });

  it('get no 5xx for any page', async () => {
    const names = ['page', 'per_page', 'sort', 'pagination', 'cursor', 'x'];
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer().map(String),
      fc.constantFrom('keyset', 'desc', 'MTAuNQ'),
    );
    const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 });
    await notFaulty(query, (pairs: [string, string][]) =>
      ada.client.get(`${issue.at}/notes?${new URLSearchParams(pairs).toString()}`),
    );
  });

  it('get no 5xx for any form', async () => {
    const type = 'application/x-www-form-urlencoded';
    const form = fc.oneof(fc.string({ unit: 'binary' }), fc.webQueryParameters());
    await notFaulty(form, (text: string) => ada.client.type(type).put(note.at, text));
  });
});
