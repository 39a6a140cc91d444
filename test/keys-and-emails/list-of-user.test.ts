import { paginated } from '../behaviours/paginated.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { KINDS } from './kinds.js';

let forge: Forge;

beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

describe.each(KINDS)('GET /users/:uid/$plural', ({ plural, add }) => {
  let ada: SeededUser;
  let items: { id: number }[];

  beforeAll(async () => {
    ada = await forge.seed.user();
    items = [];
    for (let n = 0; n < 5; n++) items.unshift(await add(ada.client));
    await add(forge.root);
  });

  it('returns those of the user, newest first', async () => {
    expect(await forge.root.get(`${ada.at}/${plural}`)).toEqual(answered(200, items));
  });

  it('returns those of a blocked user', async () => {
    const bob = await forge.seed.user();
    const item = await add(bob.client);
    await forge.root.put(`${bob.at}/block`);
    expect(await forge.root.get(`${bob.at}/${plural}`)).toEqual(answered(200, [item]));
  });

  it('returns an empty list for a user without any', async () => {
    const bob = await forge.seed.user();
    expect(await forge.root.get(`${bob.at}/${plural}`)).toEqual(answered(200, []));
  });

  it('returns 404 for an unknown user before it validates the page', async () => {
    expect(await forge.root.get(`/users/999999/${plural}?page=x`)).toEqual(
      answered(404, { message: '404 User Not Found' }),
    );
  });

  paginated(
    () => ({
      client: forge.root,
      path: `${ada.at}/${plural}?`,
      ids: items.map(({ id }) => id),
    }),
    { perPage: 100 },
  );
});
