import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { addKey, LAPTOP } from './keys.js';

/** Two keys of one MD5 can be made on purpose. Here a row says so. */
const SET_MD5 = 'UPDATE ssh_keys SET fingerprint_md5 = :md5, created_at = :at WHERE id = :id';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

describe('two keys with the same MD5 fingerprint', () => {
  it('are resolved to the older one, whichever id is lower', async () => {
    const [ada, eve] = [await forge.seed.user(), await forge.seed.user()];
    const younger = await addKey(eve.client);
    const older = await addKey(ada.client);
    const md5 = LAPTOP.md5;
    const find = () => forge.root.get('/keys', { fingerprint: md5 });
    await write(forge, SET_MD5, { id: younger.id, md5, at: 2_000 });
    expect((await find()).body).toMatchObject({ id: younger.id, user: { id: eve.id } });
    await write(forge, SET_MD5, { id: older.id, md5, at: 1_000 });
    expect((await find()).body).toMatchObject({ id: older.id, user: { id: ada.id } });
    await write(forge, SET_MD5, { id: older.id, md5, at: 3_000 });
    expect((await find()).body).toMatchObject({ id: younger.id, user: { id: eve.id } });
  });
});
