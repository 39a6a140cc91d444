import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addEmail, type EmailBody } from './emails.js';

describe('DELETE /user/emails/:id', () => {
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

  const remove = (by = ada.client) => by.delete(`/user/emails/${email.id}`);

  it('answers 200 and the email, then 200 and null', async () => {
    expect(await remove()).toEqual(answered(200, email));
    expect(await remove()).toEqual(answered(200, null));
    expect((await ada.client.get(`/user/emails/${email.id}`)).status).toBe(404);
  });

  it('leaves the other emails', async () => {
    const other = await addEmail(ada.client);
    await remove();
    expect((await ada.client.get(`/user/emails/${other.id}`)).body).toEqual(other);
  });

  it('answers 200 and null for somebody else’s, which stays', async () => {
    const bob = await forge.seed.user();
    for (const client of [bob.client, forge.root]) {
      expect(await remove(client)).toEqual(answered(200, null));
    }
    expect(await ada.client.get(`/user/emails/${email.id}`)).toEqual(answered(200, email));
  });

  it('answers 200 and null for a primary address, whatever its id is, and leaves it', async () => {
    const [bob, carol] = [await forge.seed.user(), await forge.seed.user()];
    const { id } = await addEmail(bob.client);
    for (let n = 1; n < id; n++) {
      expect(await bob.client.delete(`/user/emails/${n}`)).toEqual(answered(200, null));
    }
    // Each would be free for the other if its row were gone.
    for (const { email: taken } of [bob, carol]) {
      expect((await ada.client.post('/user/emails', { email: taken })).status).toBe(400);
    }
  });

  it('deletes for the user an administrator acts as', async () => {
    expect(await remove(forge.root.sudo(ada.id))).toEqual(answered(200, email));
  });

  it.each(['0', '-1', '1.5', 'one', '%00', '999999', '9007199254740992'])(
    'answers 200 and null for the id %s, which no email has',
    async (id) => {
      expect(await ada.client.delete(`/user/emails/${id}`)).toEqual(answered(200, null));
    },
  );

  it('deletes once of ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove()));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.filter(({ body }) => body !== null).map(({ body }) => body)).toEqual([email]);
  });
});
