import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addKey, type KeyBody } from './keys.js';

describe('DELETE /users/:uid/keys/:id', () => {
  let forge: Forge;
  let ada: SeededUser;
  let key: KeyBody;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
  });
  beforeEach(async () => {
    key = await addKey(ada.client);
  });
  afterAll(() => forge.close());

  const remove = (user: { at: string }, id: number) => forge.root.delete(`${user.at}/keys/${id}`);
  const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });

  it('answers 200 and the key, then 404', async () => {
    expect(await remove(ada, key.id)).toEqual(answered(200, key));
    expect(await remove(ada, key.id)).toEqual(notFound('Key'));
    expect((await ada.client.get(`/user/keys/${key.id}`)).status).toBe(404);
  });

  it('answers 404 for the key of another user, which stays', async () => {
    const bob = await forge.seed.user();
    expect(await remove(bob, key.id)).toEqual(notFound('Key'));
    expect(await ada.client.get(`/user/keys/${key.id}`)).toEqual(answered(200, key));
  });

  it('answers 404 for a user nobody is', async () => {
    expect(await remove({ at: '/users/999999' }, key.id)).toEqual(notFound('User'));
  });

  it('deletes once of ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(ada, key.id)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });

  describe('for the user,', () => {
    notFoundByOddIds('User', (id) => ({
      client: forge.root,
      method: 'DELETE',
      path: `/users/${id}/keys/${key.id}`,
    }));
  });
  describe('for the key,', () => {
    notFoundByOddIds('Key', (id) => ({
      client: forge.root,
      method: 'DELETE',
      path: `${ada.at}/keys/${id}`,
    }));
  });
});
