import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';

async function find(client: Client, search: string): Promise<string[]> {
  const { body } = await client.get<{ username: string }[]>('/users', { search });
  return body.map(({ username }) => username);
}

/** These people alone: no test adds anybody. */
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
    await alice.post('/user/emails', { email: 'grün@hole.example' });
    await forge.seed.user({ username: 'snowXwhite', email: '1000@castle.example' });
  });
  afterAll(() => forge.close());

  const all = ['snowXwhite', 'snow_white', 'Alice', 'root'];

  describe('by a normal user', () => {
    it.each([
      ['a part of a username', 'lic', ['Alice']],
      ['a username in another case', 'ALICE', ['Alice']],
      ['a whole primary address', 'alice@wonder.example', ['Alice']],
      ['a whole address in another case, with white space', ' ALICE@Wonder.example ', ['Alice']],
      ['a whole address in another form of Unicode', 'ａlice@wonder.example', ['Alice']],
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
      ['a whole address in another case, with white space', ' ALICE@Wonder.example ', ['Alice']],
      ['a whole address in another form of Unicode', 'ａlice@wonder.example', ['Alice']],
      ['a part of an address in another form of Unicode', 'gru\u0308n', ['Alice']],
      ['an underscore as a letter', '_', ['snow_white']],
      ['% as a letter', '0%@', ['snow_white']],
      ['nothing by !', '!', []],
      ['nothing by a backslash', '\\', []],
      ['nothing by a part with a blank behind it', 'lic ', []],
      ['nothing by a blank', ' ', []],
      ['the last letters', 'ite', ['snowXwhite', 'snow_white']],
      ['the first and only the first', 'a', all],
      ['a text longer than any name', 'alice'.repeat(60).slice(0, 255), []],
      ['letters of no alphabet', '\u{10ffff}', []],
      ['somebody once whose name and addresses all match', 'l', all],
    ])('finds %s', async (_, search, usernames) => {
      expect(await find(forge.root, search)).toEqual(usernames);
    });
  });

  it('does not search addresses when an administrator acts as a normal user', async () => {
    expect(await find(forge.root.sudo('Alice'), '@wonder')).toEqual([]);
  });
});

describe('GET /users?search= after changes', () => {
  let forge: Forge;

  beforeAll(async () => (forge = await startForge()));
  afterAll(() => forge.close());

  it('finds a user by the current names only', async () => {
    const bob = await forge.seed.user({ username: 'bobolink', email: 'bob@birds.example' });
    await forge.root.put(bob.at, { username: 'Skylark', email: 'lark@sky.example' });
    for (const old of ['bobo', 'birds.ex']) expect(await find(forge.root, old)).toEqual([]);
    for (const now of ['kyla', 'sky.ex']) expect(await find(forge.root, now)).toEqual(['Skylark']);
  });

  it('finds a user by addresses that contain a former username', async () => {
    const user = await forge.seed.user({ username: 'fidelio', email: 'fidelio@fides.example' });
    await user.client.post('/user/emails', { email: 'lio@fidelio.example' });
    await forge.root.put(user.at, { username: 'helios' });
    expect(await find(user.client, 'fidelio')).toEqual([]);
    for (const part of ['fidelio', 'lio', 'helio'])
      expect(await find(forge.root, part)).toEqual(['helios']);
    await forge.root.put(user.at, { username: 'FIDELIO', email: 'lio@fidelio.example' });
    expect(await find(user.client, 'fidelio')).toEqual(['FIDELIO']);
    for (const part of ['fidelio', 'lio'])
      expect(await find(forge.root, part)).toEqual(['FIDELIO']);
    for (const part of ['fides', 'helio']) expect(await find(forge.root, part)).toEqual([]);
  });

  it('finds a user by an address until it is deleted or becomes the primary one', async () => {
    const carol = await forge.seed.user({ username: 'carol' });
    const add = async (email: string) =>
      (await carol.client.post<{ id: number }>('/user/emails', { email })).body.id;
    const removed = await add('gone@choir.example');
    await add('kept@choir.example');
    await carol.client.delete(`/user/emails/${removed}`);
    expect(await find(forge.root, 'gone@')).toEqual([]);
    expect(await find(forge.root, 'choir')).toEqual(['carol']);
    await forge.root.put(carol.at, { email: 'kept@choir.example' });
    expect(await find(forge.root, 'kept@')).toEqual(['carol']);
    expect(await find(forge.root, carol.email)).toEqual([]);
    await forge.root.delete(carol.at);
    expect(await find(forge.root, 'choir')).toEqual([]);
  });

  it('returns and counts a user once, even if several names contain the text', async () => {
    const { client } = await forge.seed.user({
      username: 'banana',
      email: 'banana@ananas.example',
    });
    await client.post('/user/emails', { email: 'ananas@banana.example' });
    for (const asker of [client, forge.root])
      for (const search of ['anana', 'an', 'banana']) {
        const { body, headers } = await asker.get<unknown[]>('/users', { search });
        expect([body.length, headers.get('X-Total')]).toEqual([1, '1']);
      }
    expect(await find(forge.root, 'ananas')).toEqual(['banana']);
    expect(await find(client, 'ananas')).toEqual([]);
  });

  it('combines with the other filters', async () => {
    const quintus = await forge.seed.user({ username: 'quintus' });
    await forge.seed.user({ username: 'quintilla' });
    await forge.root.put(`${quintus.at}/block`);
    const { body } = await forge.root.get<{ id: number }[]>('/users', {
      search: 'quint',
      blocked: true,
    });
    expect(body.map(({ id }) => id)).toEqual([quintus.id]);
  });
});
