import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addKey, INVALID, keyView, newKey, NO_KEYS, TAKEN } from './keys.js';

describe('POST /users/:id/keys', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
  });
  afterAll(() => forge.close());

  const add = (given: object) => forge.root.post(`${ada.at}/keys`, given);
  const failed = (message: object | string) => answered(404, { message });

  it('answers 201 and the key, which is the user’s', async () => {
    const key = newKey();
    const answer = await add({ title: 'Laptop', key });
    expect(answer).toEqual(answered(201, keyView('Laptop', key)));
    expect(await ada.client.get('/user/keys')).toEqual(answered(200, [answer.body]));
    expect((await forge.root.get('/user/keys')).body).toEqual([]);
  });

  it('takes a form, and the user from the path whatever the form says', async () => {
    const form = new URLSearchParams({ id: '1', uid: '1', title: 'T', key: newKey() });
    expect((await add(form)).status).toBe(201);
    expect((await forge.root.get('/user/keys')).body).toEqual([]);
  });

  it('adds to a blocked user too', async () => {
    const bob = await forge.seed.user();
    await forge.root.put(`${bob.at}/block`);
    const { status } = await forge.root.post(`${bob.at}/keys`, { title: 'T', key: newKey() });
    expect(status).toBe(201);
  });

  describe('answers 404 for every failure', () => {
    it('for a user nobody is, whatever the body says', async () => {
      expect(await forge.root.post('/users/999999/keys', { key: 'x' })).toEqual(
        failed('404 User Not Found'),
      );
    });

    it.each([
      ['nothing at all', {}, { title: ['is missing'], key: ['is missing'] }],
      ['a key without a title', { key: newKey() }, { title: ['is missing'] }],
      ['a title without a key', { title: 'T' }, { key: ['is missing'] }],
      [
        'a bad title and a bad key',
        { title: '', key: 'x' },
        { title: ["can't be blank"], ...INVALID },
      ],
    ])('for %s, and tells it', async (_, given, message) => {
      expect(await add(given)).toEqual(failed(message));
    });

    it.each(NO_KEYS)('for %s', async (_, key) => {
      expect(await add({ title: 'T', key })).toEqual(failed(INVALID));
    });

    it('for a key the user has', async () => {
      const { key } = await addKey(ada.client);
      expect(await add({ title: 'T', key })).toEqual(failed(TAKEN));
    });

    it('for a key somebody else has', async () => {
      const { key } = await addKey((await forge.seed.user()).client);
      expect(await add({ title: 'T', key })).toEqual(failed(TAKEN));
    });
  });

  it('but answers 400 for a body that cannot be read', async () => {
    const answer = await forge.root.post(`${ada.at}/keys`, '{"title":', {
      type: 'application/json',
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      { message: expect.stringMatching(/^400 Bad Request - /) as unknown },
    ]);
  });

  it('but answers 415 for a body of another kind', async () => {
    const answer = await forge.root.post(`${ada.at}/keys`, 'title=T', { type: 'text/plain' });
    expect(answer.status).toBe(415);
  });

  notFoundByOddIds('User', (id) => ({
    client: forge.root,
    method: 'POST',
    path: `/users/${id}/keys`,
    body: { title: 'T', key: newKey() },
  }));
});
