import { ROOT, startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { addKey } from './keys.js';
import { Sshd, type KeyPair } from './sshd.js';

describe('An sshd that looks up keys with GET /keys', () => {
  let forge: Forge;
  let sshd: Sshd;
  let ada: SeededUser;
  let laptop: KeyPair;

  beforeAll(async () => {
    forge = await startForge();
    sshd = await Sshd.start(forge.api, ROOT.token);
    laptop = await sshd.newKey('laptop');
  });
  beforeEach(async () => {
    ada = await forge.seed.user();
  });
  afterEach(() => forge.root.delete(ada.at));
  afterAll(async () => {
    // Where sshd did not start, the service has to end all the same.
    await (sshd as Sshd | undefined)?.stop();
    await forge.close();
  });

  it('rejects a key that the service does not know', async () => {
    await addKey(ada.client);
    expect(await sshd.letsIn(laptop)).toBe(false);
  });

  it('accepts a key until its owner deletes it', async () => {
    const { id } = await addKey(ada.client, 'Laptop', laptop.line);
    expect(await sshd.letsIn(laptop)).toBe(true);
    await ada.client.delete(`/user/keys/${id}`);
    expect(await sshd.letsIn(laptop)).toBe(false);
  });

  it('rejects a key that an administrator deleted', async () => {
    const { id } = await addKey(ada.client, 'Laptop', laptop.line);
    await forge.root.delete(`${ada.at}/keys/${id}`);
    expect(await sshd.letsIn(laptop)).toBe(false);
  });

  it('rejects a key while its owner is blocked', async () => {
    await addKey(ada.client, 'Laptop', laptop.line);
    await forge.root.put(`${ada.at}/block`);
    expect(await sshd.letsIn(laptop)).toBe(false);
    await forge.root.put(`${ada.at}/unblock`);
    expect(await sshd.letsIn(laptop)).toBe(true);
  });

  it('accepts a key until its owner is deleted', async () => {
    await addKey(ada.client, 'Laptop', laptop.line);
    expect(await sshd.letsIn(laptop)).toBe(true);
    await forge.root.delete(ada.at);
    expect(await sshd.letsIn(laptop)).toBe(false);
  });

  it('accepts each registered key of a user and no other key', async () => {
    const [desktop, unknown] = [await sshd.newKey('desktop'), await sshd.newKey('unknown')];
    await addKey(ada.client, 'Laptop', laptop.line);
    await addKey(ada.client, 'Desktop', desktop.line);
    expect(await sshd.letsIn(laptop)).toBe(true);
    expect(await sshd.letsIn(desktop)).toBe(true);
    expect(await sshd.letsIn(unknown)).toBe(false);
  });
});
