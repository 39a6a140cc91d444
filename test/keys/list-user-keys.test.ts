import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addKey, keyView, newKey } from './keys.js';

describe('GET /users/:uid/keys', () => {
  let forge: Forge;
  let ada: SeededUser;
  let ids: number[];
  const lines = Array.from({ length: 5 }, newKey);

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    const keys = [];
    for (const line of lines) keys.push(await addKey(ada.client, 'One of five', line));
    ids = keys.map(({ id }) => id).reverse();
    await addKey(forge.root);
  });
  afterAll(() => forge.close());

  it('answers the keys of that user, newest first', async () => {
    expect(await forge.root.get(`${ada.at}/keys`)).toEqual(
      answered(
        200,
        lines.toReversed().map((line) => keyView('One of five', line)),
      ),
    );
  });

  it('answers those of a blocked user too', async () => {
    const bob = await forge.seed.user();
    const key = await addKey(bob.client);
    await forge.root.put(`${bob.at}/block`);
    expect(await forge.root.get(`${bob.at}/keys`)).toEqual(answered(200, [key]));
  });

  it('answers an empty list for who has none', async () => {
    const bob = await forge.seed.user();
    expect(await forge.root.get(`${bob.at}/keys`)).toEqual(answered(200, []));
  });

  it('answers 404 for a user nobody is, before it reads the page', async () => {
    expect(await forge.root.get('/users/999999/keys?page=x')).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });

  notFoundByOddIds('User', (id) => ({
    client: forge.root,
    method: 'GET',
    path: `/users/${id}/keys`,
  }));
  paginated(() => ({ client: forge.root, path: `${ada.at}/keys?`, ids }), { perPage: 100 });
});
