import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importFromApi, type ImportFlags } from '../../src/cli/import.command.js';
import type { ImportCounts } from '../../src/exchange/import-run.js';
import { startForge, type Forge } from '../support/app.js';
import { sql } from '../support/internals.js';
import { ed25519 } from '../support/ssh-samples.js';
import { freshFile } from './sample-forge.js';

const CREATED = { created_at: 1_332_000_000 };
const BY_ADA = { author: { username: 'ada' }, ...CREATED };
const account = (uid: string) => ({ provider: 'ldapmain', extern_uid: uid });
const ADA = { id: 7, username: 'ada', name: 'Ada', email: 'ada@x.org', is_admin: true, ...CREATED };
const EVE = { ...ADA, id: 8, username: 'eve', email: 'eve@x.org', is_admin: false };
const PROJECT = { id: 3, path: 'engine', name: 'Engine', namespace: { path: 'ada' }, ...CREATED };
const issue = (n: number) => ({ id: 70 + n, iid: n, title: `Issue ${n}`, ...BY_ADA });
const note = (n: number) => ({ id: n, body: `Note ${n}`, ...BY_ADA });
const award = (id: number, name: string) => ({ id, name, user: { username: 'eve' }, ...CREATED });

let bodies: Record<string, unknown>;
let asked: string[];
let server: Server;
let url: string;
let target: Forge;
let place: ReturnType<typeof freshFile>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/v3', '').replace(/\?.*/, '');
    asked.push(path);
    const body = bodies[path];
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? { message: '404 Not Found' }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  target = await startForge();
  place = freshFile();
  writeFileSync(place.in('token'), 'token');
  asked = [];
  bodies = {
    '/user': ADA,
    '/users': [ADA, EVE],
    '/users/7/emails': [],
    '/users/7/keys': [],
    '/users/8/emails': [],
    '/users/8/keys': [],
    '/projects/all': [PROJECT],
    '/projects/3/members': [],
    '/projects/3/issues': [issue(1), issue(2), issue(3)],
    '/projects/3/merge_requests': [],
    '/projects/3/snippets': [],
  };
  for (const n of [1, 2, 3]) {
    const at = `/projects/3/issues/${70 + n}`;
    bodies[at] = issue(n);
    bodies[`${at}/notes`] = [note(n)];
    bodies[`${at}/notes/${n}`] = note(n);
    bodies[`${at}/award_emoji`] = bodies[`${at}/notes/${n}/award_emoji`] = [award(n, 'tada')];
  }
});
afterEach(async () => {
  await target.close();
  place.remove();
});

const remove = (pattern: RegExp) => {
  for (const path of Object.keys(bodies))
    if (pattern.test(path)) Reflect.deleteProperty(bodies, path);
};

async function importAll(flags: ImportFlags = {}) {
  const all = { fromApi: url, tokenFile: place.in('token'), ...flags };
  const { data } = await importFromApi(target.app, place.file, all);
  return data as unknown as ImportCounts & { warnings: string[] };
}

it('reads the notes and awards of the other issues if the first one was deleted meanwhile', async () => {
  remove(/issues\/71/);
  const { created, warnings } = await importAll();
  expect(created).toMatchObject({ issue: 3, note: 2, award_emoji: 4 });
  expect(warnings).toEqual([
    'Left out: award emoji of issue, of a list that the server does not show (1).',
    'Left out: notes of issue, of a list that the server does not show (1).',
  ]);
});

it('reads the awards of other notes if the first note was deleted meanwhile', async () => {
  remove(/issues\/71\/notes\/1/);
  const { created, warnings } = await importAll();
  expect(created).toMatchObject({ issue: 3, note: 3, award_emoji: 5 });
  expect(warnings).toEqual([
    'Left out: award emoji of notes, of a list that the server does not show (1).',
  ]);
});

it('asks once for each kind of awards that the server lacks', async () => {
  remove(/award_emoji$/);
  const { created, warnings } = await importAll();
  expect([created.note, created.award_emoji]).toEqual([3, undefined]);
  expect(warnings).toEqual([
    'Left out: award emoji of issue, which the server does not have (1).',
    'Left out: award emoji of notes, which the server does not have (1).',
  ]);
  expect(asked.filter((path) => path.endsWith('award_emoji'))).toHaveLength(2);
});

it('counts each list of notes that the server does not show', async () => {
  remove(/7[23]\/notes$/);
  const { created, warnings } = await importAll();
  expect(created.note).toBe(1);
  expect(warnings).toEqual([
    'Left out: notes of issue, of a list that the server does not show (2).',
  ]);
});

it('leaves out what another user of the server has, so that the rest can be imported', async () => {
  bodies['/users'] = [
    { ...ADA, identities: [account('uid=a'), account(''), account('uid=b')] },
    { ...EVE, identities: [account('uid=b'), account('x'.repeat(513))] },
  ];
  bodies['/users/7/emails'] = [
    { id: 1, email: 'eve@x.org' },
    { id: 2, email: 'ada@' },
  ];
  bodies['/users/7/keys'] = bodies['/users/8/keys'] = [{ id: 1, title: 'Laptop', key: ed25519 }];
  bodies['/projects/3/issues/71/award_emoji'] = [award(1, 'thumbsup'), award(2, '+1')];
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
});

it('leaves out snippets without code, and projects with a path that cannot be used', async () => {
  bodies['/projects/all'] = [PROJECT, { ...PROJECT, id: 4, path: 'engine.git' }];
  bodies['/projects/3/snippets'] = [{ id: 5, title: 'Lost', file_name: 'a.txt', ...BY_ADA }];
  const { created, warnings } = await importAll();
  expect([created.project, created.snippet]).toEqual([1, undefined]);
  expect(warnings).toEqual([
    'Left out: snippets whose code the server does not show (1).',
    'Left out: projects whose path cannot be used here (1).',
  ]);
});
