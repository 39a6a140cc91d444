import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';

let forge: Forge;
let alice: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  alice = await forge.seed.user({ username: 'alice', email: 'alice@wonder.example' });
  await alice.client.post('/user/emails', { email: 'rabbit@hole.example' });
});
afterAll(() => forge.close());

/** No name has white space. A database that compares text with its blanks cut off would find some. */
describe('GET /users?search= with white space in the text', () => {
  it.each([
    ['behind a username', 'alice '],
    ['behind the end of a username', 'ce  '],
    ['before a username', ' alice'],
    ['within a username', 'ali ce'],
    ['as a tab behind a username', 'alice\t'],
    ['as a wide blank behind a username', 'alice\u3000'],
    ['alone', ' '],
  ])('returns nobody: %s', async (_, search) => {
    for (const client of [alice.client, forge.root]) {
      const { status, headers, body } = await client.get('/users', { search });
      expect([status, headers.get('x-total'), body]).toEqual([200, '0', []]);
    }
  });
});
