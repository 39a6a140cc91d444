import { ImportRun } from '../../src/exchange/import-run.js';
import { ImportInterrupted } from '../../src/exchange/unusable-data.js';
import { everyRow, sql } from '../support/internals.js';
import { ed25519 } from '../support/ssh-samples.js';
import {
  address,
  award,
  issue,
  member,
  mergeRequest,
  note,
  project,
  snippet,
  sshKey,
  user,
} from './handmade.js';
import { ImportTarget } from './import-target.js';

const target = new ImportTarget();

const importLines = (lines: object[], mapping?: object) =>
  target.importAll(lines, { ...(mapping ? { mapping } : {}) });
const rehearse = (lines: object[], mapping?: object) =>
  target.importAll(lines, { dryRun: true, ...(mapping ? { mapping } : {}) });

const account = (uid: string) => ({ identities: [{ provider: 'ldapmain', extern_uid: uid }] });
const ADA = user('ada');
const EVE = user('eve');
const IN_SOURCE = 'name an existing user for one of them in --map-users, or';

it.each<[string, object[], string]>([
  [
    'users with one address',
    [user('ada', 'x@x.org'), user('eve', 'x@x.org')],
    `Line 3 repeats the address x@x.org of line 2: ${IN_SOURCE} remove one in the source.`,
  ],
  [
    'usernames that differ in letter case only',
    [user('Zoe', 'a@x.org'), user('zoe', 'b@x.org')],
    `Line 3 repeats the username zoe of line 2 (letter case does not matter): ${IN_SOURCE} rename one in the source.`,
  ],
  [
    'a secondary address that is the primary one of another user',
    [ADA, address('ada', 'eve@x.org'), EVE],
    'Line 4 repeats the address eve@x.org of line 3: ',
  ],
  [
    'a primary address that another user has as secondary one',
    [ADA, EVE, address('ada', 'eve@x.org')],
    'Line 4 repeats the secondary address eve@x.org of line 3: remove one of the addresses in the source.',
  ],
  [
    'a directory account of two users',
    [user('ada', 'a@x.org', account('uid=a')), user('eve', 'e@x.org', account('uid=a '))],
    'Line 3 repeats the directory account ldapmain uid=a  of line 2: remove it from one of the users in the source.',
  ],
  [
    'an SSH key of two users',
    [ADA, EVE, sshKey('ada', ed25519), sshKey('eve', ed25519.replace(/ [^ ]*$/, ' again'))],
    'of line 4: remove one of the lines.',
  ],
  [
    'project paths that differ in letter case only',
    [ADA, project('ada', 'p'), project('ada', 'P')],
    'Line 4 repeats the project ada/P of line 3 (letter case does not matter): rename one of the projects in the source, or name different users for their owners in --map-users.',
  ],
  [
    'a member twice',
    [ADA, EVE, project('ada', 'p'), member('ada/p', 'eve'), member('ada/p', 'eve')],
    'Line 6 repeats the member eve of line 5: remove one of the lines.',
  ],
  [
    'issues with one number',
    [ADA, project('ada', 'p'), issue('ada/p', 7, 'ada'), issue('ada/p', 7, 'ada')],
    'Line 5 repeats the issue 7 of line 4: give one of them another number.',
  ],
  [
    'merge requests with one number',
    [ADA, project('ada', 'p'), mergeRequest('ada/p', 7, 'ada'), mergeRequest('ada/p', 7, 'ada')],
    'Line 5 repeats the merge request 7 of line 4: give one of them another number.',
  ],
  [
    'snippets with one number',
    [ADA, project('ada', 'p'), snippet('ada/p', 7, 'ada'), snippet('ada/p', 7, 'ada')],
    'Line 5 repeats the snippet 7 of line 4: give one of them another number.',
  ],
  [
    'an award under two names',
    [ADA, EVE, project('ada', 'p'), issue('ada/p', 7, 'ada')].concat(
      award('ada/p', 7, 'eve', 'thumbsup', null) as never,
      award('ada/p', 7, 'eve', '+1', null) as never,
    ),
    'Line 7 repeats the award emoji thumbsup of eve of line 6: remove one of the lines.',
  ],
])('refuses %s, with and without --dry-run, and changes nothing', async (_, lines, problem) => {
  const before = await everyRow(target.forge);
  for (const attempt of [rehearse, importLines]) {
    const refused = (await attempt(lines).catch((error: unknown) => error)) as Error;
    expect(refused.message).toContain(problem);
    expect(refused.message).toMatch(/\nNothing was changed\.$/);
  }
  expect(await everyRow(target.forge)).toEqual(before);
});

it('refuses a repetition far behind the first batch, and changes nothing', async () => {
  const before = await everyRow(target.forge);
  const many = Array.from({ length: 250 }, (_, n) => user(`user${n}`));
  const lines = [...many, user('Zoe', 'a@x.org'), user('zoe', 'b@x.org')];
  await expect(importLines(lines)).rejects.toThrow('Line 253 repeats the username zoe of line 252');
  expect(await everyRow(target.forge)).toEqual(before);
});

it('accepts what repeats in another project, item or kind', async () => {
  const items = (of: string) => [
    ...[project('ada', of), member(`ada/${of}`, 'eve'), issue(`ada/${of}`, 1, 'ada')],
    ...[award(`ada/${of}`, 1, 'eve', 'tada', null), note(`ada/${of}`, 1, 'ada')],
    ...[award(`ada/${of}`, 1, 'eve', 'tada', 1), issue(`ada/${of}`, 2, 'ada')],
    ...[award(`ada/${of}`, 2, 'eve', 'tada', null), mergeRequest(`ada/${of}`, 1, 'ada')],
    snippet(`ada/${of}`, 1, 'ada'),
  ];
  const lines = [ADA, EVE, ...items('p'), project('eve', 'p'), ...items('q')];
  const dry = await rehearse(lines);
  const { created } = await importLines(lines);
  expect(created).toMatchObject({ user: 2, project: 3, issue: 4, award_emoji: 6 });
  expect(dry.created).toEqual(created);
  expect((await importLines(lines)).created).toEqual({});
});

it('takes two users with one address if the mapping names a user for one of them', async () => {
  const grace = await target.forge.seed.user({ username: 'grace' });
  const lines = [user('ada', 'x@x.org'), user('eve', 'x@x.org'), project('eve', 'secret')];
  expect((await importLines(lines, { eve: 'grace' })).created).toEqual({ user: 1, project: 1 });
  expect(await sql(target.forge, 'SELECT owner_id FROM projects')).toEqual([
    { owner_id: grace.id },
  ]);
});

describe('two users of the file that the mapping makes one', () => {
  const SAME = { ada: 'grace', eve: 'grace' };
  beforeEach(() => target.forge.seed.user({ username: 'grace' }));

  it('keep each of their notes, and are a member once', async () => {
    const lines = [
      ...[ADA, EVE, user('bob'), project('bob', 'p')],
      ...[member('bob/p', 'ada'), member('bob/p', 'eve'), issue('bob/p', 1, 'bob')],
      ...[award('bob/p', 1, 'ada', 'tada', null), award('bob/p', 1, 'eve', 'tada', null)],
      ...[note('bob/p', 1, 'ada', 1), note('bob/p', 1, 'eve', 2)],
    ];
    const dry = await rehearse(lines, SAME);
    const { created, present } = await importLines(lines, SAME);
    expect(created).toMatchObject({ member: 1, award_emoji: 1, note: 2 });
    expect([dry.created, dry.present]).toEqual([created, present]);
    expect((await importLines(lines, SAME)).created).toEqual({});
  });

  it('cannot have projects with one path', async () => {
    const lines = [ADA, EVE, project('ada', 'p'), project('eve', 'P')];
    await expect(importLines(lines, SAME)).rejects.toThrow(
      'Line 5 repeats the project eve/P of line 4',
    );
  });
});

it('does not say that nothing was changed when the database changes during the import', () => {
  const run = new ImportRun('e.jsonl', new Map(), 0);
  run.addProblem('The username bob belongs to a user with another address.');
  expect(new ImportInterrupted(run.problemText ?? '').message).toBe(
    'The username bob belongs to a user with another address. What was imported stays: run the same command again to continue.',
  );
});
