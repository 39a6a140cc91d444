import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addEmail, emailView, newAddress, NO_ADDRESSES, TAKEN } from './emails.js';

describe('POST /users/:id/emails', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const add = (given: object) => forge.root.post(`${ada.at}/emails`, given);
  const failed = (message: object | string) => answered(404, { message });

  it('answers 201 and the email, which is the user’s', async () => {
    const answer = await add({ email: 'Ada@Work.example' });
    expect(answer).toEqual(answered(201, emailView('ada@work.example')));
    expect(await ada.client.get('/user/emails')).toEqual(answered(200, [answer.body]));
    expect((await forge.root.get('/user/emails')).body).toEqual([]);
  });

  it('takes a form, and the user from the path whatever the form says', async () => {
    const form = new URLSearchParams({ id: '1', uid: '1', email: newAddress() });
    expect((await add(form)).status).toBe(201);
    expect((await forge.root.get('/user/emails')).body).toEqual([]);
  });

  it('adds to a blocked user too', async () => {
    const bob = await forge.seed.user();
    await forge.root.put(`${bob.at}/block`);
    const { status } = await forge.root.post(`${bob.at}/emails`, { email: newAddress() });
    expect(status).toBe(201);
  });

  describe('answers 404 for every failure', () => {
    it('for a user nobody is, whatever the body says', async () => {
      expect(await forge.root.post('/users/999999/emails', { email: 'x' })).toEqual(
        failed('404 User Not Found'),
      );
    });

    it('for nothing at all, and tells it', async () => {
      expect(await add({})).toEqual(failed({ email: ['is missing'] }));
    });

    it.each(NO_ADDRESSES)('for %j, and tells it', async (email, text) => {
      expect(await add({ email })).toEqual(failed({ email: [text] }));
    });

    it('for an address the user has', async () => {
      const { email } = await addEmail(ada.client);
      for (const taken of [email, ada.email]) {
        expect(await add({ email: taken })).toEqual(failed(TAKEN));
      }
    });

    it('for an address somebody else has', async () => {
      const bob = await forge.seed.user();
      const { email } = await addEmail(bob.client);
      for (const taken of [email, bob.email]) {
        expect(await add({ email: taken })).toEqual(failed(TAKEN));
      }
    });
  });

  it('but answers 400 for a body that cannot be read', async () => {
    const answer = await forge.root.post(`${ada.at}/emails`, '{"email":', {
      type: 'application/json',
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: expect.stringMatching(/^400 Bad Request - /) as unknown },
    ]);
  });

  it('but answers 415 for a body of another kind', async () => {
    const answer = await forge.root.post(`${ada.at}/emails`, 'email=a@b', { type: 'text/plain' });
    expect(answer.status).toBe(415);
  });

  notFoundByOddIds('User', (id) => ({
    client: forge.root,
    method: 'POST',
    path: `/users/${id}/emails`,
    body: { email: newAddress() },
  }));
});
