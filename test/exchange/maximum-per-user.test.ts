import { randomBytes } from 'node:crypto';
import { lineOf } from '../support/ssh-line.js';
import { address, sshKey, user } from './handmade.js';
import { ImportTarget } from './import-target.js';

const MAXIMUM = 100;

const target = new ImportTarget();

/** Imports twice: what a dry run says has to come true, and a second import changes nothing. */
async function importTwice(lines: object[]) {
  const run = (dryRun: boolean) => target.importAll(lines, { dryRun });
  const { created: planned, left_out: plannedWithout } = await run(true);
  const { created: made, left_out: without } = await run(false);
  expect([planned, plannedWithout]).toEqual([made, without]);
  expect(await run(false)).toMatchObject({ created: {}, left_out: without });
  return { made, without };
}

const randomKey = () => lineOf('ssh-ed25519', randomBytes(32));
const many = <Line>(count: number, line: (i: number) => Line) =>
  Array.from({ length: count }, (_, i) => line(i));

it('leaves out the addresses and keys of a new user beyond 100', async () => {
  const { made, without } = await importTwice([
    user('ada'),
    ...many(MAXIMUM + 2, (i) => address('ada', `ada${i}@y.org`)),
    ...many(MAXIMUM + 1, () => sshKey('ada', randomKey())),
  ]);
  expect(made).toEqual({ user: 1, email: MAXIMUM, key: MAXIMUM });
  expect(without).toEqual({ email: 2, key: 1 });
});

it('counts what an existing user has', async () => {
  const ada = await target.forge.seed.user({ username: 'ada', email: 'ada@x.org' });
  for (const email of ['one@z.org', 'two@z.org'])
    expect((await target.forge.root.post(`${ada.at}/emails`, { email })).status).toBe(201);
  const lines = many(MAXIMUM, (i) => address('ada', `ada${i}@y.org`));
  const { made, without } = await importTwice([user('ada'), ...lines]);
  expect([made, without]).toEqual([{ email: MAXIMUM - 2 }, { email: 2 }]);
});
