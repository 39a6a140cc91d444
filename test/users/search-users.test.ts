import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';

describe('GET /users?search=', () => {
  let forge: Forge;
  let alice: Client;

  beforeAll(async () => {
    forge = await startForge();
    const email = 'Alice@Wonder.example';
    const user = await forge.seed.user({ username: 'Alice', email });
    alice = user.client;
    await user.client.post('/user/emails', { email: 'rabbit@hole.example' });
    await forge.seed.user({ username: 'snow_white', email: '100%@castle.example' });
    await forge.seed.user({ username: 'snowXwhite', email: '1000@castle.example' });
  });
  afterAll(() => forge.close());

  async function find(client: Client, search: string): Promise<string[]> {
    const { body } = await client.get<{ username: string }[]>('/users', { search });
    return body.map(({ username }) => username);
  }

  const all = ['snowXwhite', 'snow_white', 'Alice', 'root'];

  describe('by a normal user', () => {
    it.each([
      ['a part of a username', 'lic', ['Alice']],
      ['a username in another case', 'ALICE', ['Alice']],
      ['a whole primary address', 'alice@wonder.example', ['Alice']],
      ['a whole address in another case, with white space', ' ALICE@Wonder.example ', ['Alice']],
      ['a whole secondary address', 'rabbit@hole.example', ['Alice']],
      ['an underscore as a letter', 'snow_', ['snow_white']],
      ['nothing by %', '%', []],
      ['nothing by a part of a primary address', 'alice@wonder', []],
      ['nothing by a part of a secondary address', 'abbit@hole.example', []],
      ['nothing by the display name', 'Administrator', []],
      ['everybody by an empty text', '', all],
    ])('finds %s', async (_, search, usernames) => {
      expect(await find(alice, search)).toEqual(usernames);
    });
  });

  describe('by an administrator', () => {
    it.each([
      ['a part of a username', 'LIC', ['Alice']],
      ['a part of a primary address', '@WONDER', ['Alice']],
      ['a part of a secondary address', 'bit@ho', ['Alice']],
      ['an underscore as a letter', '_', ['snow_white']],
      ['% as a letter', '0%@', ['snow_white']],
      ['nothing by !', '!', []],
      ['nothing by a backslash', '\\', []],
      ['somebody once whose name and addresses all match', 'l', all],
    ])('finds %s', async (_, search, usernames) => {
      expect(await find(forge.root, search)).toEqual(usernames);
    });
  });

  it('finds parts of addresses no more when an administrator acts as a normal user', async () => {
    expect(await find(forge.root.sudo('Alice'), '@wonder')).toEqual([]);
  });
});
