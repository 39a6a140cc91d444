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

describe('A user with 98 keys', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    await Promise.all(times(98, ada.client).map((client) => addKey(client)));
  });
  afterAll(() => forge.close());

  const tooMany = { key: ['is one too many (maximum is 100 keys)'] };

  it('gets two more, of ten added at once', async () => {
    const answers = await Promise.all(
      times(10, '/user/keys').map((path) => ada.client.post(path, { title: 'T', key: newKey() })),
    );
    const refusals = answers.filter(({ status }) => status !== 201);
    expect(refusals).toEqual(times(8, answered(400, { message: tooMany })));
  });

  it('sees all hundred on one page', async () => {
    const { headers, body } = await ada.client.get<object[]>('/user/keys');
    expect([body.length, headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([
      100,
      '100',
      '',
    ]);
  });

  it('gets no other from an administrator, who is told with 404', async () => {
    const given = { title: 'T', key: newKey() };
    expect(await forge.root.post(`${ada.at}/keys`, given)).toEqual(
      answered(404, { message: tooMany }),
    );
  });

  it('is told first that he has a key already', async () => {
    const { body } = await ada.client.get<{ key: string }[]>('/user/keys');
    expect(await ada.client.post('/user/keys', { title: 'T', key: body[0]?.key })).toEqual(
      answered(400, { message: TAKEN }),
    );
  });

  it('may add one when he has deleted one', async () => {
    const { body } = await ada.client.get<{ id: number }[]>('/user/keys');
    await ada.client.delete(`/user/keys/${body[0]?.id}`);
    await addKey(ada.client);
  });

  it('does not keep others from adding theirs', async () => {
    await addKey((await forge.seed.user()).client);
  });

  it('leaves none behind when he is deleted, be it while he adds more', async () => {
    const { body } = await ada.client.get<{ id: number; key: string }[]>('/user/keys');
    await ada.client.delete(`/user/keys/${body[0]?.id}`);
    const adding = times(10, '/user/keys').map((path) =>
      ada.client.post(path, { title: 'T', key: newKey() }),
    );
    const [deleted, ...added] = await Promise.all([forge.root.delete(ada.at), ...adding]);
    expect(deleted.status).toBe(200);
    // Before he was gone (at most one fitted), after, or in between.
    expect(added.filter(({ status }) => ![201, 400, 401, 404].includes(status))).toEqual([]);
    expect(await countRows(forge, 'ssh_keys', 'user_id = :id', ada)).toBe(0);
    await addKey(forge.root, 'Was Ada’s', body[1]?.key);
  });
});
