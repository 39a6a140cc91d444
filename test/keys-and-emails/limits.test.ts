import { startForge, type Forge } from '../support/app.js';
import { countRows } from '../support/direct-sql.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { KINDS } from './kinds.js';

let forge: Forge;

beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const repeat = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, one);

describe.each(KINDS)('Concurrent additions of one $name', ({ plural, given, taken }) => {
  async function addedBy(users: SeededUser[]) {
    const params = given();
    const answers = await Promise.all(
      users.map(({ client }) => client.post(`/user/${plural}`, params)),
    );
    const refusals = answers.filter(({ status }) => status !== 201);
    return { added: answers.length - refusals.length, refusals };
  }
  const addedOnce = { added: 1, refusals: repeat(19, () => answered(400, { message: taken })) };

  it('add it once for one user', async () => {
    const ada = await forge.seed.user();
    expect(await addedBy(repeat(20, () => ada))).toEqual(addedOnce);
  });

  it('add it for exactly one of 20 users and return 400 to the others', async () => {
    const users: SeededUser[] = [];
    while (users.length < 20) users.push(await forge.seed.user());
    expect(await addedBy(users)).toEqual(addedOnce);
  });
});

describe.each(KINDS)('The limit of 100 $plural', ({ plural, given, add, taken, tooMany }) => {
  const path = `/user/${plural}`;

  async function userWith(count: number): Promise<SeededUser> {
    const user = await forge.seed.user();
    // One after another: a slow machine answers 503 to a hundred writes at once.
    for (let n = 0; n < count; n++) await add(user.client);
    return user;
  }

  /** Nothing may be added to it or removed from it. */
  let full: SeededUser;
  beforeAll(async () => {
    full = await userWith(100);
  });

  it('accepts 2 of 10 concurrent additions to 98, and another after a deletion', async () => {
    const ada = await userWith(98);
    const answers = await Promise.all(repeat(10, () => ada.client.post(path, given())));
    const refusals = answers.filter(({ status }) => status !== 201);
    expect(refusals).toEqual(repeat(8, () => answered(400, { message: tooMany })));
    const { body } = await ada.client.get<[{ id: number }]>(path);
    await ada.client.delete(`${path}/${body[0].id}`);
    await add(ada.client);
  });

  it('fits on one page', async () => {
    const { headers, body } = await full.client.get<object[]>(path);
    expect([body.length, headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([
      ...[100, '100', ''],
    ]);
  });

  it('holds for additions by administrators, who get 404', async () => {
    expect(await forge.root.post(`${full.at}/${plural}`, given())).toEqual(
      answered(404, { message: tooMany }),
    );
  });

  it('is checked after uniqueness', async () => {
    const { body } = await full.client.get<[object]>(path);
    expect(await full.client.post(path, body[0])).toEqual(answered(400, { message: taken }));
  });

  it('does not affect other users', async () => {
    await add((await forge.seed.user()).client);
  });
});

describe.each(KINDS)('The $plural of a user who is deleted', ({ plural, table, given, add }) => {
  const path = `/user/${plural}`;

  it('leave no rows, even if the user adds more at the same time', async () => {
    const ada = await forge.seed.user();
    await add(ada.client);
    const { body } = await ada.client.get<[object]>(path);
    const adding = repeat(10, () => ada.client.post(path, given()));
    const [deleted, ...added] = await Promise.all([forge.root.delete(ada.at), ...adding]);
    expect(deleted.status).toBe(200);
    // 201 before the deletion, 401 after it, 404 in between.
    expect(added.filter(({ status }) => ![201, 401, 404].includes(status))).toEqual([]);
    expect(await countRows(forge, table, 'user_id = :id', ada)).toBe(0);
    expect((await forge.root.post(path, body[0])).status).toBe(201);
  });
});
