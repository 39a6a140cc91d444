import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addKey, type KeyBody } from './keys.js';

describe('GET /user/keys/:id', () => {
  let forge: Forge;
  let ada: SeededUser;
  let key: KeyBody;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    key = await addKey(ada.client);
  });
  afterAll(() => forge.close());

  const notFound = () => answered(404, { message: '404 Key Not Found' });

  it('answers 200 and the key', async () => {
    expect(await ada.client.get(`/user/keys/${key.id}`)).toEqual(answered(200, key));
  });

  it('answers it to an administrator who acts as its owner', async () => {
    const answer = await forge.root.sudo(ada.username).get(`/user/keys/${key.id}`);
    expect(answer).toEqual(answered(200, key));
  });

  it('does not find somebody else’s, be the caller an administrator', async () => {
    const bob = await forge.seed.user();
    expect(await bob.client.get(`/user/keys/${key.id}`)).toEqual(notFound());
    expect(await forge.root.get(`/user/keys/${key.id}`)).toEqual(notFound());
  });

  notFoundByOddIds('Key', (id) => ({
    client: ada.client,
    method: 'GET',
    path: `/user/keys/${id}`,
  }));
});
