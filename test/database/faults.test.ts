import { ENGINE } from '../../src/database/database.js';
import type { Engine } from '../../src/database/engine.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

const FAULT = answered(500, { message: '500 Internal Server Error' });

let forge: Forge;
let ada: SeededUser;

/** A real fault: a column has another name. */
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  await forge.app
    .get<Engine>(ENGINE)
    .dataSource.query('ALTER TABLE ssh_keys RENAME COLUMN user_id TO owner_id');
});
afterAll(() => forge.close());

const title = 'x';
const key =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl x@example.com';

describe('a fault in the database', () => {
  it('returns 500 without details for a read', async () => {
    expect(await ada.client.get('/user/keys')).toEqual(FAULT);
  });

  it('returns 500 without details for a write', async () => {
    expect(await ada.client.post('/user/keys', { title, key })).toEqual(FAULT);
    expect(await ada.client.delete('/user/keys/1')).toEqual(FAULT);
  });

  it('returns 500 even where every invalid request returns 404', async () => {
    expect(await forge.root.post(`${ada.at}/keys`, { title, key })).toEqual(FAULT);
  });

  it('returns 500 to HEAD too', async () => {
    expect(await ada.client.send('HEAD', '/user/keys')).toEqual(answered(500, undefined));
  });

  it('rolls back what the request wrote before', async () => {
    const bob = await forge.seed.user();
    expect((await forge.root.delete(bob.at)).status).toBe(500);
    expect((await forge.root.get(bob.at)).status).toBe(200);
  });

  it('does not affect requests that do not need the renamed column', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ada.client.get(i % 2 ? '/user' : '/user/keys')),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? 200 : 500)),
    );
    expect((await ada.client.post('/projects', { name: 'x' })).status).toBe(201);
  });
});
