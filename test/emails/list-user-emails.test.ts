import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addEmail, type EmailBody } from './emails.js';

describe('GET /users/:uid/emails', () => {
  let forge: Forge;
  let ada: SeededUser;
  let emails: EmailBody[];

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    emails = [];
    for (let n = 0; n < 5; n++) emails.unshift(await addEmail(ada.client));
    await addEmail(forge.root);
  });
  afterAll(() => forge.close());

  it('answers the secondary addresses of that user, newest first', async () => {
    expect(await forge.root.get(`${ada.at}/emails`)).toEqual(answered(200, emails));
  });

  it('answers those of a blocked user too', async () => {
    const bob = await forge.seed.user();
    const email = await addEmail(bob.client);
    await forge.root.put(`${bob.at}/block`);
    expect(await forge.root.get(`${bob.at}/emails`)).toEqual(answered(200, [email]));
  });

  it('answers an empty list for who has only his primary address', async () => {
    const bob = await forge.seed.user();
    expect(await forge.root.get(`${bob.at}/emails`)).toEqual(answered(200, []));
  });

  it('answers 404 for a user nobody is, before it reads the page', async () => {
    expect(await forge.root.get('/users/999999/emails?page=x')).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });

  notFoundByOddIds('User', (id) => ({
    client: forge.root,
    method: 'GET',
    path: `/users/${id}/emails`,
  }));
  paginated(
    () => ({
      client: forge.root,
      path: `${ada.at}/emails?`,
      ids: emails.map(({ id }) => id),
    }),
    { perPage: 100 },
  );
});
