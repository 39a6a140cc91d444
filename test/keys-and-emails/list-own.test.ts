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

describe.each(KINDS)('GET /user/$plural', ({ plural, add }) => {
  const path = `/user/${plural}`;
  let ada: SeededUser;
  let ids: number[];

  beforeAll(async () => {
    ada = await forge.seed.user();
    ids = [];
    for (let n = 0; n < 5; n++) ids.unshift((await add(ada.client)).id);
  });

  it('returns an empty list to a user without any', async () => {
    const { status, headers, body } = await (await forge.seed.user()).client.get(path);
    expect([status, body, headers.get('X-Total')]).toEqual([200, [], '0']);
  });

  it('returns those of the caller alone, newest first', async () => {
    const bob = await forge.seed.user();
    const first = await add(bob.client);
    const second = await add(bob.client);
    await add((await forge.seed.user()).client);
    await add(forge.root);
    expect(await bob.client.get(path)).toEqual(answered(200, [second, first]));
  });

  it('returns those of the user of sudo', async () => {
    const { body } = await ada.client.get(path);
    expect(body).toHaveLength(5);
    expect(await forge.root.sudo(ada.id).get(path)).toEqual(answered(200, body));
  });

  paginated(() => ({ client: ada.client, path: `${path}?`, ids }), { perPage: 100 });
});
