import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addEmail, type EmailBody } from './emails.js';

describe('DELETE /users/:uid/emails/:id', () => {
  let forge: Forge;
  let ada: SeededUser;
  let email: EmailBody;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
  });
  beforeEach(async () => {
    email = await addEmail(ada.client);
  });
  afterAll(() => forge.close());

  const remove = (user: { at: string }, id: number) => forge.root.delete(`${user.at}/emails/${id}`);
  const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

  it('answers 200 and the email, then 404', async () => {
    expect(await remove(ada, email.id)).toEqual(answered(200, email));
    expect(await remove(ada, email.id)).toEqual(notFound('Email'));
    expect((await ada.client.get(`/user/emails/${email.id}`)).status).toBe(404);
  });

  it('answers 404 for the email of another user, which stays', async () => {
    const bob = await forge.seed.user();
    expect(await remove(bob, email.id)).toEqual(notFound('Email'));
    expect(await ada.client.get(`/user/emails/${email.id}`)).toEqual(answered(200, email));
  });

  it('answers 404 for a primary address, whatever its id is, and leaves it', async () => {
    const bob = await forge.seed.user();
    const { id } = await addEmail(bob.client);
    for (let n = 1; n < id; n++) expect(await remove(bob, n)).toEqual(notFound('Email'));
    expect((await ada.client.post('/user/emails', { email: bob.email })).status).toBe(400);
  });

  it('answers 404 for a user nobody is', async () => {
    expect(await remove({ at: '/users/999999' }, email.id)).toEqual(notFound('User'));
  });

  it('deletes once of ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(ada, email.id)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });

  describe('for the user,', () => {
    notFoundByOddIds('User', (id) => ({
      client: forge.root,
      method: 'DELETE',
      path: `/users/${id}/emails/${email.id}`,
    }));
  });
  describe('for the email,', () => {
    notFoundByOddIds('Email', (id) => ({
      client: forge.root,
      method: 'DELETE',
      path: `${ada.at}/emails/${id}`,
    }));
  });
});
