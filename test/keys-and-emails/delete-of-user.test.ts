import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { KINDS } from './kinds.js';

let forge: Forge;

beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const notFound = (resourceName: string) =>
  answered(404, { message: `404 ${resourceName} Not Found` });

describe.each(KINDS)('DELETE /users/:uid/$plural/:id', ({ plural, resourceName, add }) => {
  let ada: SeededUser;
  let item: { id: number };

  beforeAll(async () => {
    ada = await forge.seed.user();
  });
  beforeEach(async () => {
    item = await add(ada.client);
  });

  const remove = (user: { at: string }, id: number) =>
    forge.root.delete(`${user.at}/${plural}/${id}`);

  it('returns 200 and what was deleted, then 404', async () => {
    expect(await remove(ada, item.id)).toEqual(answered(200, item));
    expect(await remove(ada, item.id)).toEqual(notFound(resourceName));
    expect((await ada.client.get(`/user/${plural}/${item.id}`)).status).toBe(404);
  });

  it('returns 404 for an item of another user and keeps it', async () => {
    const bob = await forge.seed.user();
    expect(await remove(bob, item.id)).toEqual(notFound(resourceName));
    expect(await ada.client.get(`/user/${plural}/${item.id}`)).toEqual(answered(200, item));
  });

  it('returns 404 for an unknown user', async () => {
    expect(await remove({ at: '/users/999999' }, item.id)).toEqual(notFound('User'));
  });

  it('deletes once for 10 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(ada, item.id)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });
});
