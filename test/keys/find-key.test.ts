import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered, fullView } from '../support/expected-responses.js';
import { addKey, LAPTOP, type KeyBody } from './keys.js';

describe('GET /keys?fingerprint=', () => {
  let forge: Forge;
  let ada: SeededUser;
  let key: KeyBody;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    key = await addKey(ada.client, 'Laptop', LAPTOP.key);
    await addKey(forge.root);
  });
  afterAll(() => forge.close());

  const find = (fingerprint: string) => forge.root.get('/keys', { fingerprint });
  const refused = (text: string) => answered(400, { message: { fingerprint: [text] } });

  it.each([
    ['SHA256', LAPTOP.sha256],
    ['MD5', LAPTOP.md5],
    ['MD5 with its name', `MD5:${LAPTOP.md5}`],
    ['MD5 in capitals', LAPTOP.md5.toUpperCase()],
  ])('returns the key and its owner in full for %s', async (_, fingerprint) => {
    expect(await find(fingerprint)).toEqual(answered(200, { ...key, user: fullView(forge, ada) }));
  });

  it('finds a key if the plus of the fingerprint was not encoded', async () => {
    const { status } = await forge.root.get(`/keys?fingerprint=${LAPTOP.sha256}`);
    expect(status).toBe(200);
  });

  it('shows that the owner is blocked', async () => {
    await forge.root.put(`${ada.at}/block`);
    expect(await find(LAPTOP.sha256)).toEqual(
      answered(200, { ...key, user: fullView(forge, ada, { state: 'blocked' }) }),
    );
    await forge.root.put(`${ada.at}/unblock`);
  });

  it.each([
    ['SHA256', `SHA256:${'A'.repeat(43)}`],
    ['SHA256 in another letter case', `SHA256:${LAPTOP.sha256.slice(7).toLowerCase()}`],
    ['MD5', LAPTOP.md5.replace('40', '41')],
  ])('returns 404 for an unknown fingerprint: %s', async (_, fingerprint) => {
    expect(await find(fingerprint)).toEqual(answered(404, { message: '404 Key Not Found' }));
  });

  it('returns 404 after the key was deleted', async () => {
    const gone = await addKey(ada.client);
    const { body } = await find(LAPTOP.sha256);
    expect(body).toMatchObject({ id: key.id });
    await ada.client.delete(`/user/keys/${gone.id}`);
    await ada.client.delete(`/user/keys/${key.id}`);
    expect((await find(LAPTOP.sha256)).status).toBe(404);
    key = await addKey(ada.client, 'Laptop', LAPTOP.key);
  });

  it('returns 400 without a fingerprint', async () => {
    expect(await forge.root.get('/keys')).toEqual(refused('is missing'));
    expect(await find('')).toEqual(refused("can't be blank"));
  });

  it.each([
    ['words', 'my laptop'],
    ['the key itself', LAPTOP.blob],
    ['an id', '1'],
    ['a part of one', LAPTOP.sha256.slice(0, -1)],
    ['more than one', `${LAPTOP.sha256}A`],
    ['one without its name', LAPTOP.sha256.slice(7)],
    ['MD5 without colons', LAPTOP.md5.replaceAll(':', '')],
    ['a pattern', `SHA256:${'%'.repeat(43)}`],
  ])('returns 400 for %s instead of a fingerprint', async (_, fingerprint) => {
    expect(await find(fingerprint)).toEqual(refused('is invalid'));
  });

  it('returns 400 for two fingerprints', async () => {
    expect(
      await forge.root.get(`/keys?fingerprint=${LAPTOP.md5}&fingerprint=${LAPTOP.md5}`),
    ).toEqual(refused('is invalid'));
  });
});
