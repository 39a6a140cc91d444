import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { KINDS } from './kinds.js';

let forge: Forge;

beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

describe.each(KINDS)('GET /user/$plural/:id', ({ plural, resourceName, add }) => {
  let ada: SeededUser;
  let item: { id: number };
  let at: string;

  beforeAll(async () => {
    ada = await forge.seed.user();
    item = await add(ada.client);
    at = `/user/${plural}/${item.id}`;
  });

  it('returns 200 and what was added', async () => {
    expect(await ada.client.get(at)).toEqual(answered(200, item));
  });

  it('returns it to an administrator who acts as its owner', async () => {
    expect(await forge.root.sudo(ada.username).get(at)).toEqual(answered(200, item));
  });

  it('returns 404 for an item of another user, even to administrators', async () => {
    const bob = await forge.seed.user();
    for (const client of [bob.client, forge.root]) {
      expect(await client.get(at)).toEqual(
        answered(404, { message: `404 ${resourceName} Not Found` }),
      );
    }
  });
});
