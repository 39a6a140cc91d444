import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addEmail, type EmailBody } from './emails.js';

describe('GET /user/emails/:id', () => {
  let forge: Forge;
  let ada: SeededUser;
  let email: EmailBody;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    email = await addEmail(ada.client);
  });
  afterAll(() => forge.close());

  const notFound = () => answered(404, { message: '404 Email Not Found' });

  it('answers 200 and the email', async () => {
    expect(await ada.client.get(`/user/emails/${email.id}`)).toEqual(answered(200, email));
  });

  it('answers it to an administrator who acts as its owner', async () => {
    const answer = await forge.root.sudo(ada.username).get(`/user/emails/${email.id}`);
    expect(answer).toEqual(answered(200, email));
  });

  it('does not find somebody else’s, be the caller an administrator', async () => {
    const bob = await forge.seed.user();
    expect(await bob.client.get(`/user/emails/${email.id}`)).toEqual(notFound());
    expect(await forge.root.get(`/user/emails/${email.id}`)).toEqual(notFound());
  });

  it('does not find one’s primary address, whatever its id is', async () => {
    const ids = Array.from({ length: email.id - 1 }, (_, i) => i + 1);
    const answers = await Promise.all(ids.map((id) => ada.client.get(`/user/emails/${id}`)));
    expect(answers).toEqual(ids.map(notFound));
  });

  notFoundByOddIds('Email', (id) => ({
    client: ada.client,
    method: 'GET',
    path: `/user/emails/${id}`,
  }));
});
