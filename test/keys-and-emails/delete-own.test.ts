import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { KINDS } from './kinds.js';

let forge: Forge;

beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

describe.each(KINDS)('DELETE /user/$plural/:id', ({ plural, add }) => {
  let ada: SeededUser;
  let item: { id: number };
  let at: string;

  beforeAll(async () => {
    ada = await forge.seed.user();
  });
  beforeEach(async () => {
    item = await add(ada.client);
    at = `/user/${plural}/${item.id}`;
  });

  it('returns 200 and what was deleted, then 200 and null', async () => {
    expect(await ada.client.delete(at)).toEqual(answered(200, item));
    expect(await ada.client.delete(at)).toEqual(answered(200, null));
    expect((await ada.client.get(at)).status).toBe(404);
  });

  it('keeps the others', async () => {
    const other = await add(ada.client);
    await ada.client.delete(at);
    expect((await ada.client.get(`/user/${plural}/${other.id}`)).body).toEqual(other);
  });

  it('returns 200 and null for an item of another user and keeps it', async () => {
    const bob = await forge.seed.user();
    for (const client of [bob.client, forge.root]) {
      expect(await client.delete(at)).toEqual(answered(200, null));
    }
    expect(await ada.client.get(at)).toEqual(answered(200, item));
  });

  it('deletes for the user of sudo', async () => {
    expect(await forge.root.sudo(ada.id).delete(at)).toEqual(answered(200, item));
  });

  it.each(['0', '-1', '1.5', 'one', '%00', '999999', '9007199254740992'])(
    'returns 200 and null for the unknown id %s',
    async (id) => {
      expect(await ada.client.delete(`/user/${plural}/${id}`)).toEqual(answered(200, null));
    },
  );

  it('deletes once for 10 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.client.delete(at)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.filter(({ body }) => body !== null).map(({ body }) => body)).toEqual([item]);
  });
});
