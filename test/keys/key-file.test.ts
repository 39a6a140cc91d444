import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import { answered } from '../support/expected-responses.js';
import { addKey, LAPTOP, newKey } from './keys.js';

describe('GET /:username.keys, outside /api/v3', () => {
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  const file = (name: string) => forge.anonymous.get(`${forge.url}/${name}.keys`);
  const notFound = () => answered(404, { message: '404 User Not Found' });

  it('returns the keys to everybody, newest first, one per line, without comments', async () => {
    const ada = await forge.seed.user({ username: 'ada' });
    const key = newKey();
    await addKey(ada.client, 'Desktop', key.replace(' ', ' \t'));
    await addKey(ada.client, 'Laptop', LAPTOP.key);
    const answer = await file('ada');
    expect(answer).toEqual(answered(200, `${LAPTOP.type} ${LAPTOP.blob}\n${key}\n`));
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('returns an empty text for a user without keys', async () => {
    await forge.seed.user({ username: 'bob' });
    // Past the contract, which takes an answer without a text for a mistake.
    const response = await fetch(`${forge.url}/bob.keys`);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it.each(['Carol', 'cAROL', '%63arol'])('finds Carol as %s', async (name) => {
    await forge.root.post('/users', {
      ...{ username: 'Carol', email: 'carol@example.com', name: 'Carol', password: 'a password' },
    });
    const { status } = await fetch(`${forge.url}/${name}.keys`);
    expect(status).toBe(200);
  });

  it.each(['dotted.name', 'my.keys', 'a-b_c', '4711'])('finds the user %s', async (username) => {
    const key = newKey();
    await addKey((await forge.seed.user({ username })).client, 'T', key);
    expect(await file(username)).toEqual(answered(200, `${key}\n`));
  });

  it('returns 404 while the user is blocked', async () => {
    const dave = await forge.seed.user({ username: 'dave' });
    await addKey(dave.client);
    await forge.root.put(`${dave.at}/block`);
    expect(await file('dave')).toEqual(notFound());
    await forge.root.put(`${dave.at}/unblock`);
    expect((await file('dave')).status).toBe(200);
    await ldapBlock(forge, dave);
    expect(await file('dave')).toEqual(notFound());
  });

  it.each(['nobody', '1', '%20', 'ada%20', '%00', "x'--", '%E2%98%83', 'x'.repeat(300)])(
    'returns 404 for the unknown name %s',
    async (name) => {
      expect(await file(name)).toEqual(notFound());
    },
  );

  it('returns 404 for the ghost and for deleted users', async () => {
    const erin = await forge.seed.user({ username: 'erin' });
    await addKey(erin.client);
    await forge.root.delete(erin.at);
    expect(await file('erin')).toEqual(notFound());
    expect(await file('ghost')).toEqual(notFound());
  });

  it('does not affect other paths', async () => {
    const unknown = answered(404, { message: '404 Not Found' });
    const json = forge.anonymous.with({ Accept: 'application/json' });
    expect(await json.get(`${forge.url}/ada/.keys`)).toEqual(unknown);
    expect(await forge.anonymous.get('/ada.keys')).toEqual(unknown);
    expect((await forge.anonymous.get(`${forge.url}/health`)).status).toBe(200);
  });

  it('returns 405 for other methods', async () => {
    const { status, headers } = await forge.anonymous.post(`${forge.url}/ada.keys`);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
