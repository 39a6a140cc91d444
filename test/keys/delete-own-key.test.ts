import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addKey, type KeyBody } from './keys.js';

describe('DELETE /user/keys/:id', () => {
  let forge: Forge;
  let ada: SeededUser;
  let key: KeyBody;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
  });
  beforeEach(async () => {
    key = await addKey(ada.client);
  });
  afterAll(() => forge.close());

  const remove = (by = ada.client) => by.delete(`/user/keys/${key.id}`);

  it('answers 200 and the key, then 200 and null', async () => {
    expect(await remove()).toEqual(answered(200, key));
    expect(await remove()).toEqual(answered(200, null));
    expect((await ada.client.get(`/user/keys/${key.id}`)).status).toBe(404);
  });

  it('leaves the other keys', async () => {
    const other = await addKey(ada.client);
    await remove();
    expect((await ada.client.get(`/user/keys/${other.id}`)).body).toEqual(other);
  });

  it('answers 200 and null for somebody else’s, which stays', async () => {
    const bob = await forge.seed.user();
    for (const client of [bob.client, forge.root]) {
      expect(await remove(client)).toEqual(answered(200, null));
    }
    expect(await ada.client.get(`/user/keys/${key.id}`)).toEqual(answered(200, key));
  });

  it('deletes for the user an administrator acts as', async () => {
    expect(await remove(forge.root.sudo(ada.id))).toEqual(answered(200, key));
  });

  it.each(['0', '-1', '1.5', 'one', '%00', '999999', '9007199254740992'])(
    'answers 200 and null for the id %s, which no key has',
    async (id) => {
      expect(await ada.client.delete(`/user/keys/${id}`)).toEqual(answered(200, null));
    },
  );

  it('deletes once of ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove()));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.filter(({ body }) => body !== null).map(({ body }) => body)).toEqual([key]);
  });
});
