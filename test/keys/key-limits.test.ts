import { startForge, type Forge } from '../support/app.js';
import { countRows } from '../support/beneath.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addKey, newKey, TAKEN } from './keys.js';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('One key, added fifty times at once,', () => {
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  async function addedBy(users: SeededUser[]) {
    const given = { title: 'Wanted', key: newKey() };
    const answers = await Promise.all(users.map(({ client }) => client.post('/user/keys', given)));
    const refusals = answers.filter(({ status }) => status !== 201);
    return { added: answers.length - refusals.length, refusals };
  }
  const once = { added: 1, refusals: times(49, answered(400, { message: TAKEN })) };

  it('is added once by one user', async () => {
    expect(await addedBy(times(50, await forge.seed.user()))).toEqual(once);
  });

  it('is added by one of fifty users', async () => {
    const users = await Promise.all(times(50, null).map(() => forge.seed.user()));
    expect(await addedBy(users)).toEqual(once);
  });
});

describe('The limit of 100 keys', () => {
  let forge: Forge;
  /** Has 100 keys, which no test changes. */
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await userWithKeys(100);
  });
  afterAll(() => forge.close());

  async function userWithKeys(count: number): Promise<SeededUser> {
    const user = await forge.seed.user();
    await Promise.all(times(count, user.client).map((client) => addKey(client)));
    return user;
  }

  const tooMany = { key: ['is one too many (maximum is 100 keys)'] };

  it('lets a user with 98 keys add two more, of ten added at once', async () => {
    const { client } = await userWithKeys(98);
    const answers = await Promise.all(
      times(10, '/user/keys').map((path) => client.post(path, { title: 'T', key: newKey() })),
    );
    const refusals = answers.filter(({ status }) => status !== 201);
    expect(refusals).toEqual(times(8, answered(400, { message: tooMany })));
  });

  it('lets a user see all hundred on one page', async () => {
    const { headers, body } = await ada.client.get<object[]>('/user/keys');
    expect([body.length, headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([
      100,
      '100',
      '',
    ]);
  });

  it('is told to an administrator with 404', async () => {
    const given = { title: 'T', key: newKey() };
    expect(await forge.root.post(`${ada.at}/keys`, given)).toEqual(
      answered(404, { message: tooMany }),
    );
  });

  it('is told after a key that the user has already', async () => {
    const { body } = await ada.client.get<{ key: string }[]>('/user/keys');
    expect(await ada.client.post('/user/keys', { title: 'T', key: body[0]?.key })).toEqual(
      answered(400, { message: TAKEN }),
    );
  });

  it('lets a user add one after deleting one', async () => {
    const { client } = await userWithKeys(100);
    const { body } = await client.get<{ id: number }[]>('/user/keys');
    await client.delete(`/user/keys/${body[0]?.id}`);
    await addKey(client);
  });

  it('does not keep others from adding theirs', async () => {
    await addKey((await forge.seed.user()).client);
  });

  it('leaves no key behind when a user is deleted who adds more meanwhile', async () => {
    const user = await userWithKeys(99);
    const { body } = await user.client.get<{ id: number; key: string }[]>('/user/keys');
    const adding = times(10, '/user/keys').map((path) =>
      user.client.post(path, { title: 'T', key: newKey() }),
    );
    const [deleted, ...added] = await Promise.all([forge.root.delete(user.at), ...adding]);
    expect(deleted.status).toBe(200);
    // Before the user was gone (at most one fitted), after, or in between.
    expect(added.filter(({ status }) => ![201, 400, 401, 404].includes(status))).toEqual([]);
    expect(await countRows(forge, 'ssh_keys', 'user_id = :id', user)).toBe(0);
    await addKey(forge.root, 'Was somebody else’s', body[1]?.key);
  });
});
