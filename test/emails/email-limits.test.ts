import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';
import { addEmail, newAddress, TAKEN } from './emails.js';

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('One address, added fifty times at once,', () => {
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  async function addedBy(users: SeededUser[]) {
    const given = { email: newAddress() };
    const answers = await Promise.all(
      users.map(({ client }) => client.post('/user/emails', given)),
    );
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

  it('belongs to one, be it the primary address of another at the same time', async () => {
    const [ada, bob] = [await forge.seed.user(), await forge.seed.user()];
    const email = newAddress();
    const [added, changed] = await Promise.all([
      ada.client.post('/user/emails', { email }),
      forge.root.put(bob.at, { email }),
    ]);
    expect([
      [201, 404],
      [400, 200],
    ]).toContainEqual([added.status, changed.status]);
  });
});

describe('The limit of 100 emails', () => {
  let forge: Forge;
  /** Has 100 emails, which no test changes. */
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await userWithEmails(100);
  });
  afterAll(() => forge.close());

  async function userWithEmails(count: number): Promise<SeededUser> {
    const user = await forge.seed.user();
    await Promise.all(times(count, user.client).map((client) => addEmail(client)));
    return user;
  }

  const tooMany = { email: ['is one too many (maximum is 100 emails)'] };

  it('lets a user with 98 emails add two more, of ten added at once', async () => {
    const { client } = await userWithEmails(98);
    const answers = await Promise.all(
      times(10, '/user/emails').map((path) => client.post(path, { email: newAddress() })),
    );
    const refusals = answers.filter(({ status }) => status !== 201);
    expect(refusals).toEqual(times(8, answered(400, { message: tooMany })));
  });

  it('lets a user see all hundred on one page', async () => {
    const { headers, body } = await ada.client.get<object[]>('/user/emails');
    expect([body.length, headers.get('X-Total'), headers.get('X-Next-Page')]).toEqual([
      100,
      '100',
      '',
    ]);
  });

  it('is told to an administrator with 404', async () => {
    expect(await forge.root.post(`${ada.at}/emails`, { email: newAddress() })).toEqual(
      answered(404, { message: tooMany }),
    );
  });

  it('lets a user add one after deleting one', async () => {
    const { client } = await userWithEmails(100);
    const { body } = await client.get<{ id: number }[]>('/user/emails');
    await client.delete(`/user/emails/${body[0]?.id}`);
    await addEmail(client);
  });

  it('does not keep others from adding theirs', async () => {
    await addEmail((await forge.seed.user()).client);
  });
});
