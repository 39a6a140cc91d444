import { writeFileSync } from 'node:fs';
import { importFromApi, type ImportFlags } from '../../src/cli/import.command.js';
import type { ImportCounts } from '../../src/exchange/import-run.js';
import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { ed25519 } from '../support/ssh-samples.js';
import { ADA, award, EVE, HistoricServer, lostSnippet, PROJECT } from './historic-server.js';
import { freshFile } from './sample-forge.js';

const account = (uid: string) => ({ provider: 'ldapmain', extern_uid: uid });

const server = new HistoricServer();
let target: Forge;
let place: ReturnType<typeof freshFile>;

beforeEach(async () => {
  target = await startForge();
  place = freshFile();
  writeFileSync(place.in('token'), 'token');
});
afterEach(async () => {
  await target.close();
  place.remove();
});

async function importAll(flags: ImportFlags = {}) {
  const all = { fromApi: server.url, tokenFile: place.in('token'), ...flags };
  const { data } = await importFromApi(target.app, place.file, all);
  return data as unknown as ImportCounts & { warnings: string[] };
}

it('reads the notes and awards of the other issues if the first one was deleted meanwhile', async () => {
  server.remove(/issues\/71/);
  const { created, warnings } = await importAll();
  expect(created).toMatchObject({ issue: 3, note: 2, award_emoji: 4 });
  expect(warnings).toEqual([
    'Left out: award emoji of issue, of a list that the server does not show (1).',
    'Left out: notes of issue, of a list that the server does not show (1).',
  ]);
});

it('reads the awards of other notes if the first note was deleted meanwhile', async () => {
  server.remove(/issues\/71\/notes\/1/);
  const { created, warnings } = await importAll();
  expect(created).toMatchObject({ issue: 3, note: 3, award_emoji: 5 });
  expect(warnings).toEqual([
    'Left out: award emoji of notes, of a list that the server does not show (1).',
  ]);
});

it('asks once for each kind of awards that the server lacks', async () => {
  server.remove(/award_emoji$/);
  const { created, warnings } = await importAll();
  expect([created.note, created.award_emoji]).toEqual([3, undefined]);
  expect(warnings).toEqual([
    'Left out: award emoji of issue, which the server does not have (1).',
    'Left out: award emoji of notes, which the server does not have (1).',
  ]);
  expect(server.asked.filter((path) => path.endsWith('award_emoji'))).toHaveLength(2);
});

it('counts each list of notes that the server does not show', async () => {
  server.remove(/7[23]\/notes$/);
  const { created, warnings } = await importAll();
  expect(created.note).toBe(1);
  expect(warnings).toEqual([
    'Left out: notes of issue, of a list that the server does not show (2).',
  ]);
});

it('leaves out what another user of the server has, so that the rest can be imported', async () => {
  server.bodies['/users'] = [
    { ...ADA, identities: [account('uid=a'), account(''), account('uid=b')] },
    { ...EVE, identities: [account('uid=b'), account('x'.repeat(513))] },
  ];
  server.bodies['/users/7/emails'] = [
    { id: 1, email: 'eve@x.org' },
    { id: 2, email: 'ada@' },
  ];
  server.bodies['/users/7/keys'] = server.bodies['/users/8/keys'] = [
    { id: 1, title: 'Laptop', key: ed25519 },
  ];
  server.bodies['/projects/3/issues/71/award_emoji'] = [award(1, 'thumbsup'), award(2, '+1')];
  const { created, warnings } = await importAll();
  expect(created).toMatchObject({ user: 2, key: 1, award_emoji: 6 });
  expect(warnings).toEqual([
    'Left out: directory accounts that cannot be used here (2).',
    'Left out: directory accounts that another user has (1).',
    'Left out: email addresses that are not valid (1).',
    'Left out: email addresses that another user has (1).',
    'Left out: SSH keys that another user has (1).',
  ]);
  const uids = await sql<{ extern_uid: string }>(target, 'SELECT extern_uid FROM identities');
  expect(uids.map(({ extern_uid: uid }) => uid).sort()).toEqual(['uid=a', 'uid=b']);
  const { body: events } = await target.root.get<{ details: { identities?: unknown } }[]>(
    '/audit_events',
    { action: 'user.created' },
  );
  expect(events.reverse().flatMap(({ details }) => details.identities ?? [])).toEqual([
    { provider: 'ldapmain', extern_uid: 'uid=a' },
    { provider: 'ldapmain', extern_uid: 'uid=b' },
  ]);
});

it('leaves out snippets without code, and projects with a path that cannot be used', async () => {
  server.bodies['/projects/all'] = [PROJECT, { ...PROJECT, id: 4, path: 'engine.git' }];
  server.bodies['/projects/3/snippets'] = [lostSnippet];
  const { created, warnings } = await importAll();
  expect([created.project, created.snippet]).toEqual([1, undefined]);
  expect(warnings).toEqual([
    'Left out: snippets whose code the server does not show (1).',
    'Left out: projects whose path cannot be used here (1).',
  ]);
});

it.each([
  [{}, 10],
  [{ DEFAULT_PROJECTS_LIMIT: '25' }, 25],
])('gives users what new users have for missing fields, with %j', async (settings, limit) => {
  await target.close();
  target = await startForge(settings);
  const FIELDS = { can_create_group: false, projects_limit: 3 };
  server.bodies['/users'] = [
    ADA,
    { ...EVE, external: true },
    { ...EVE, id: 9, username: 'bob', email: 'bob@x.org', ...FIELDS },
  ];
  await importAll();
  const rows = await sql(
    target,
    `SELECT username, can_create_group, projects_limit FROM users
     WHERE username IN ('ada', 'bob', 'eve') ORDER BY username`,
  );
  expect(rows).toEqual([
    { username: 'ada', can_create_group: 1, projects_limit: limit },
    { username: 'bob', can_create_group: 0, projects_limit: 3 },
    { username: 'eve', can_create_group: 0, projects_limit: 0 },
  ]);
});

it('imports the secondary addresses of a server without cursors, and does not search for them', async () => {
  server.bodies['/users/8/emails'] = [{ id: 1, email: 'eve@y.org' }];
  const { created, warnings } = await importAll();
  expect([created.email, warnings]).toEqual([1, []]);
  expect(server.asked.filter((path) => path === '/users')).toHaveLength(1);
});
