import { writeFileSync } from 'node:fs';
import { importFromApi } from '../../src/cli/import.command.js';
import type { ImportCounts } from '../../src/exchange/import-run.js';
import { create } from '../../src/testing/creations.js';
import { holdSender } from '../emails/outbox.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { openMailbox, type Mailbox } from '../support/mailbox.js';
import type { SeededUser } from '../support/seed.js';
import { freshFile } from './sample-forge.js';

let mailbox: Mailbox;
let source: Forge;
let target: Forge;
let place: ReturnType<typeof freshFile>;

beforeEach(async () => {
  mailbox = await openMailbox();
  source = await startForge({ SMTP_URL: mailbox.url });
  holdSender(source);
  target = await startForge();
  place = freshFile();
  writeFileSync(place.in('token'), ROOT.token);
});
afterEach(async () => {
  place.remove();
  await target.close();
  await source.close();
  await mailbox.close();
});

const user = (username: string, fields: object = {}) =>
  source.seed.user({ username, email: `${username}@x.org`, confirm: false, ...fields });
/** The address waits for its confirmation. */
const addOwn = ({ client }: SeededUser, email: string) => create(client, '/user/emails', { email });
/** The address counts at once. */
const addFor = ({ at }: SeededUser, email: string) =>
  create(source.root, `${at}/emails`, { email });

async function importAll() {
  const flags = { fromApi: source.url, tokenFile: place.in('token') };
  const { data } = await importFromApi(target.app, place.file, flags);
  return data as unknown as ImportCounts & { warnings: string[] };
}
/** Who has the address here. */
const ownersOf = async (email: string) => {
  const { body } = await target.root.get<{ username: string }[]>('/users', { search: email });
  return body.map(({ username }) => username);
};
const leftOut = (count: number) => [`Left out: email addresses that are not confirmed (${count}).`];

it('leaves out secondary addresses that wait for their confirmation', async () => {
  const ada = await user('ada');
  await addFor(ada, 'counts@x.org');
  await addOwn(ada, 'victim@x.org');
  const { created, warnings } = await importAll();
  expect(created.email).toBe(1);
  expect(warnings).toEqual(leftOut(1));
  expect(await ownersOf('counts@x.org')).toEqual(['ada']);
  expect(await ownersOf('victim@x.org')).toEqual([]);
  // The owner of the address can have an account with it.
  await create(target.root, '/users', {
    ...{ username: 'victim', email: 'victim@x.org', name: 'V', password: 'a good password' },
  });
});

it('leaves out an address that two users have added, and imports one with a plus sign', async () => {
  const [eve, ada] = [await user('eve'), await user('ada')];
  await addOwn(eve, 'shared@x.org');
  await addOwn(ada, 'shared@x.org');
  await addFor(ada, 'ada+1@x.org');
  const { created, warnings } = await importAll();
  expect([created.email, warnings]).toEqual([1, leftOut(2)]);
  expect(await ownersOf('ada+1@x.org')).toEqual(['ada']);
});

it('is not misled by a longer address of the same user that counts', async () => {
  const ada = await user('ada');
  await addFor(ada, 'victim@x.org.attacker.example');
  await addOwn(ada, 'victim@x.org');
  // Part of the primary address.
  await addOwn(ada, 'da@x.org');
  const bob = await user('bob');
  await addFor(bob, 'lovelace@x.org');
  await addFor(bob, 'bob.lovelace@x.org');
  const { created, warnings } = await importAll();
  expect(created.email).toBe(3);
  expect(warnings).toEqual(leftOut(2));
  expect(await ownersOf('victim@x.org')).toEqual(['ada']);
  expect(await ownersOf('lovelace@x.org')).toEqual(['bob']);
});

it('imports the addresses of an administrator who is the only user', async () => {
  const grace = await user('grace', { admin: true });
  await addFor(grace, 'race@x.org');
  await addFor(grace, 'hopper@x.org');
  const { created, warnings } = await importAll();
  expect([created.email, warnings]).toEqual([2, []]);
});
