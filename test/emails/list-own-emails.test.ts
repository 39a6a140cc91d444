import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addEmail, emailView } from './emails.js';

describe('GET /user/emails', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
  });
  afterAll(() => forge.close());

  it('answers an empty list to who has only his primary address', async () => {
    const { status, headers, body } = await ada.client.get('/user/emails');
    expect([status, body, headers.get('X-Total')]).toEqual([200, [], '0']);
  });

  it('answers one’s own emails, newest first, without the primary and nobody else’s', async () => {
    await addEmail(ada.client, 'ada@home.example');
    await addEmail(ada.client, 'ada@work.example');
    await addEmail((await forge.seed.user()).client);
    await addEmail(forge.root);
    expect(await ada.client.get('/user/emails')).toEqual(
      answered(200, [emailView('ada@work.example'), emailView('ada@home.example')]),
    );
  });

  it('answers those of the user an administrator acts as', async () => {
    const { body } = await ada.client.get('/user/emails');
    expect(await forge.root.sudo(ada.id).get('/user/emails')).toEqual(answered(200, body));
  });

  it('answers no more the one that became the primary address', async () => {
    const bob = await forge.seed.user();
    await addEmail(bob.client, 'bob@home.example');
    await addEmail(bob.client, 'bob@work.example');
    await forge.root.put(bob.at, { email: 'bob@work.example' });
    expect(await bob.client.get('/user/emails')).toEqual(
      answered(200, [emailView('bob@home.example')]),
    );
  });
});

describe('GET /user/emails, as every list', () => {
  let forge: Forge;
  let ada: SeededUser;
  let ids: number[];

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    const emails = [];
    for (let n = 0; n < 5; n++) emails.push(await addEmail(ada.client));
    ids = emails.map(({ id }) => id).reverse();
  });
  afterAll(() => forge.close());

  paginated(() => ({ client: ada.client, path: '/user/emails?', ids }), { perPage: 100 });
});
