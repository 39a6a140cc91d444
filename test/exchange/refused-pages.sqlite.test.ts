import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForge, type Forge } from '../support/app.js';
import { Program } from '../support/program.js';
import { ADA, EVE, HistoricServer, issue, note, PROJECT } from './historic-server.js';

const server = new HistoricServer();
let target: Forge;
let program: Program;

beforeEach(async () => {
  target = await startForge();
  program = new Program();
  writeFileSync(join(program.folder, 'token'), 'token');
});
afterEach(async () => {
  await program.remove();
  await target.close();
});

/** Returns the exit code. */
const run = () => {
  program.stdout = program.stderr = '';
  server.asked = [];
  const from = ['--from-api', server.url, '--token-file', 'token'];
  program.start(target.settings, 'import', 'e.jsonl', ...from);
  return program.exit();
};
const incomplete = (path: string) =>
  `${server.url}/api/v3${path} is not complete: the server answers 403 or 404. Nothing was changed. Run the same command again later: it continues.\n`;

it.each([
  ['/users', 404],
  ['/users', 403],
  ['/projects/all', 404],
  ['/projects/all', 403],
])('exits with 69 if %s returns %d, and continues with the same command', async (path, status) => {
  server.refuse = (at) => (at === path ? status : undefined);
  expect(await run()).toBe(69);
  expect(program.stderr).toBe(incomplete(path));
  // The projects of the administrator alone would not be all.
  expect(server.asked).not.toContain('/projects');
  server.refuse = () => undefined;
  expect(await run()).toBe(0);
  expect(program.stdout).toMatch(/^Created: 2 users, 1 project, 3 issues, 3 notes, /);
  expect(program.stdout).not.toContain('Left out');
});

const many = <Row>(make: (n: number) => Row) => Array.from({ length: 150 }, (_, n) => make(n));
const account = (n: number) => ({ ...EVE, id: 100 + n, username: `u${n}`, email: `u${n}@x.org` });
const project = (n: number) => ({ ...PROJECT, id: 100 + n, path: `p${n}` });
const NOTES = '/projects/3/issues/71/notes';

it.each([
  ['/users', [ADA, ...many(account)], '151 users'],
  ['/projects/all', [PROJECT, ...many(project)], '151 projects'],
  ['/projects/3/issues', [issue(1), ...many((n) => issue(100 + n))], '151 issues'],
  [NOTES, [note(1), ...many((n) => note(100 + n))], '151 notes'],
])(
  'exits with 69 if page 2 of %s is missing, and continues with page 1',
  async (path, rows, all) => {
    server.bodies[path] = rows;
    server.remove(/issues\/7[23]|award_emoji$/);
    server.refuse = (at, page) => (at === path && page === 2 ? 403 : undefined);
    expect(await run()).toBe(69);
    expect(program.stderr).toBe(incomplete(path));
    server.refuse = () => undefined;
    expect(await run()).toBe(0);
    expect(program.stdout).toContain(all);
    expect(server.asked).toEqual(expect.arrayContaining([path, `${path} 2`]));
  },
);

it('imports every user if the list has grown in front since page 3 was missing', async () => {
  const users = [...many(account), ...many((n) => account(150 + n))];
  const added = many((n) => account(300 + n));
  server.bodies['/users'] = [ADA, ...users];
  server.refuse = (at, page) => (at === '/users' && page === 3 ? 404 : undefined);
  expect(await run()).toBe(69);
  server.bodies['/users'] = [...added, ADA, ...users];
  server.refuse = () => undefined;
  expect(await run()).toBe(0);
  expect(program.stdout).toContain('451 users');
  expect(server.asked).toEqual(expect.arrayContaining(['/users', '/users 2', '/users 5']));
});

it('leaves out the notes of an issue that was deleted while its pages were read', async () => {
  server.bodies[NOTES] = [note(1), ...many((n) => note(100 + n))];
  server.refuse = (path, page) => (path === NOTES && page === 2 ? 404 : undefined);
  expect(await run()).toBe(69);
  server.remove(/issues\/71/);
  expect(await run()).toBe(0);
  expect(program.stdout).toContain('3 issues, 2 notes');
  expect(program.stdout).toContain(
    'Left out: notes of issue, of a list that the server does not show (1).',
  );
});
