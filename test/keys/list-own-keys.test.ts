import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addKey, keyView, newKey } from './keys.js';

describe('GET /user/keys', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
  });
  afterAll(() => forge.close());

  it('answers an empty list to who has none', async () => {
    const { status, headers, body } = await ada.client.get('/user/keys');
    expect([status, body, headers.get('X-Total')]).toEqual([200, [], '0']);
  });

  it('answers one’s own keys, newest first, and nobody else’s', async () => {
    const [first, second] = [newKey(), newKey()];
    await addKey(ada.client, 'First', first);
    await addKey(ada.client, 'Second', second);
    await addKey((await forge.seed.user()).client);
    await addKey(forge.root);
    expect(await ada.client.get('/user/keys')).toEqual(
      answered(200, [keyView('Second', second), keyView('First', first)]),
    );
  });

  it('answers those of the user an administrator acts as', async () => {
    const { body } = await ada.client.get('/user/keys');
    expect(await forge.root.sudo(ada.id).get('/user/keys')).toEqual(answered(200, body));
  });
});

describe('GET /user/keys, as every list', () => {
  let forge: Forge;
  let ada: SeededUser;
  let ids: number[];

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    const keys = [];
    for (let n = 0; n < 5; n++) keys.push(await addKey(ada.client));
    ids = keys.map(({ id }) => id).reverse();
  });
  afterAll(() => forge.close());

  paginated(() => ({ client: ada.client, path: '/user/keys?', ids }), { perPage: 100 });
});
