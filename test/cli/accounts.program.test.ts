import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  changeState,
  createAdministrator,
  listAdministrators,
  resetPassword,
  resetToken,
} from '../../src/operations/cli/accounts.command.js';
import type { Report } from '../../src/operations/cli/with-service.js';
import { startForge, type Forge } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { PATH_ONLY } from '../support/environment.js';
import { Program, REPOSITORY } from '../support/program.js';
import type { SeededUser } from '../support/seed.js';

let forge: Forge;
let program: Program;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());
beforeEach(() => (program = new Program()));
afterEach(() => program.remove());

/** Runs a command beside the running service. Returns the exit code. */
const run = (...words: string[]) => {
  program.stdout = program.stderr = '';
  program.start(forge.settings, ...words);
  return program.exit();
};
const file = (content: string) => {
  const name = join(program.folder, 'password');
  writeFileSync(name, content, { mode: 0o600 });
  return name;
};
const shown = ({ data }: Report) => data as Record<string, string>;
const signIn = (login: string, password = '') =>
  forge.anonymous.post('/session', { login, password });
/** The newest audit event of an action. */
const lastEvent = async (action: string) =>
  (await forge.root.get<Record<string, unknown>[]>('/audit_events', { action, per_page: 1 }))
    .body[0];
/** What the events of all commands have. */
const BY_OPERATOR = { caller: null, actor: null, origin: 'command line' };

describe('forgenote admin', () => {
  it('create: the token and the password work at once', async () => {
    const words = ['admin', 'create', 'ada', '--email', 'ada@example.org', '--name', 'Ada'];
    expect(await run(...words)).toBe(0);
    const [, password, token = ''] =
      /^The administrator ada was created\.\nPassword: (\S+)\nPrivate token: (\S+)\n$/.exec(
        program.stdout,
      ) ?? [];
    expect((await forge.as(token).get('/users')).status).toBe(200);
    const session = await signIn('ada', password);
    const { id } = (await forge.as(token).get<{ id: number }>('/user')).body;
    expect(await lastEvent('user.created')).toMatchObject({ ...BY_OPERATOR, subject_id: id });
    expect(session.body).toMatchObject({ name: 'Ada', private_token: token });
  });

  it('create: exits with 65 and names every problem', async () => {
    expect(await run('admin', 'create', 'root', '--email', 'nobody')).toBe(65);
    expect(program.stderr.split('\n').sort()).toEqual([
      '',
      'email is invalid',
      'username has already been taken',
    ]);
  });

  it('create: takes the password from a file, and does not show it', async () => {
    const flags = { email: 'bob@example.org', passwordFile: file('secret enough\n') };
    const report = await createAdministrator(forge.app, 'bob', flags);
    expect(Object.keys(report.data)).toEqual(['id', 'username', 'email', 'private_token']);
    expect(report.text).not.toContain('secret enough');
    expect((await signIn('bob', 'secret enough')).status).toBe(201);
  });

  it('list: shows administrators, also blocked ones', async () => {
    const eve = await forge.seed.admin({ username: 'eve' });
    await forge.root.put(`${eve.at}/block`);
    const { text, data } = await listAdministrators(forge.app);
    expect(text).toMatch(/^1 {2}root {2}admin@example\.com {2}active {2}/);
    expect(text).toMatch(/ {2}eve {2}\S+ {2}blocked {2}has never signed in$/m);
    expect(data).toContainEqual(
      expect.objectContaining({ username: 'eve', state: 'blocked', last_sign_in_at: null }),
    );
  });

  it('reset-password: replaces the password and keeps the token', async () => {
    const user = await forge.seed.user();
    const { password } = shown(await resetPassword(forge.app, user.username, {}));
    expect(await lastEvent('user.updated')).toMatchObject({
      ...BY_OPERATOR,
      subject_id: user.id,
      details: { password_changed: true },
    });
    expect((await signIn(user.username, user.password)).status).toBe(401);
    const session = await signIn(user.username, password);
    expect(session.body).toMatchObject({ private_token: user.token });
  });

  it('reset-password: rejects a short password, and changes nothing', async () => {
    const user = await forge.seed.user();
    const flags = { passwordFile: file('short') };
    await expect(resetPassword(forge.app, user.username, flags)).rejects.toThrow(/is too short/);
    expect((await signIn(user.username, user.password)).status).toBe(201);
  });
});

describe('forgenote user', () => {
  let user: SeededUser;
  beforeEach(async () => (user = await forge.seed.user()));

  it('reset-token: the old token stops at once, in the running service too', async () => {
    expect(await run('user', 'reset-token', String(user.id), '--json')).toBe(0);
    const { private_token } = JSON.parse(program.stdout) as { private_token: string };
    expect((await user.client.get('/user')).status).toBe(401);
    expect((await forge.as(private_token).get('/user')).body).toMatchObject({ id: user.id });
    expect(await lastEvent('user.token_reset')).toMatchObject({
      ...BY_OPERATOR,
      subject_id: user.id,
    });
  });

  it('reset-token: rejects an unknown user', async () => {
    await expect(resetToken(forge.app, 'nobody')).rejects.toThrow(
      'There is no user nobody: give a username or an id',
    );
  });

  it('block and unblock change the state, and can be repeated', async () => {
    const change = async (state: 'block' | 'unblock') =>
      (await changeState(forge.app, user.username, state)).text;
    expect(await change('block')).toBe(`${user.username} is blocked now.`);
    const event = await lastEvent('user.blocked');
    expect(event).toMatchObject({ ...BY_OPERATOR, subject_id: user.id });
    expect((await user.client.get('/user')).status).toBe(401);
    expect(await change('block')).toBe(`${user.username} is blocked already.`);
    expect(await lastEvent('user.blocked')).toEqual(event);
    expect(await change('unblock')).toBe(`${user.username} is active now.`);
    expect((await user.client.get('/user')).status).toBe(200);
    expect(await lastEvent('user.unblocked')).toMatchObject({
      ...BY_OPERATOR,
      subject_id: user.id,
    });
  });

  it('exits with 69 for a database that has never been started, and creates nothing', async () => {
    const empty = await freshDatabase();
    program.start({ ...forge.settings, DATABASE_URL: empty.url }, 'admin', 'list');
    expect(await program.exit()).toBe(69);
    expect(program.stderr).toMatch(
      /^The database is not ready for this command: start the service/,
    );
    await empty.drop();
  });
});

describe('A command whose output has no space', () => {
  const LOST =
    'The result could not be printed (ENOSPC). What the command changed is stored, and a file that it wrote is complete. Run only a command that reads again. For a lost token or password, run forgenote user reset-token or user reset-password.\n';
  const expectLoss = (...words: string[]) => {
    const command = ['exec node "$0" "$@" >/dev/full', `${REPOSITORY}/dist/program/main.js`];
    const options = { cwd: program.folder, env: { ...PATH_ONLY, ...forge.settings } };
    const ended = promisify(execFile)('sh', ['-c', ...command, ...words], options);
    return expect(ended).rejects.toMatchObject({ code: 74, stderr: LOST });
  };

  it.each([
    ['prints', []],
    ['prints as JSON', ['--json']],
  ])('exits with 74 and says that the new token is stored, which it %s', async (_, flags) => {
    const user = await forge.seed.user();
    await expectLoss('user', 'reset-token', user.username, ...flags);
    expect((await user.client.get('/user')).status).toBe(401);
  });

  it('exits with 74 after admin create, and the named commands replace what was lost', async () => {
    await expectLoss('admin', 'create', 'lost', '--email', 'lost@example.org');
    expect(await run('user', 'reset-token', 'lost', '--json')).toBe(0);
    const { private_token } = JSON.parse(program.stdout) as { private_token: string };
    expect(await run('user', 'reset-password', 'lost', '--json')).toBe(0);
    const { password } = JSON.parse(program.stdout) as { password: string };
    expect((await signIn('lost', password)).body).toMatchObject({ private_token });
  });

  it('exits with 74 after a backup, which is complete', async () => {
    await expectLoss('backup', 'forge.gz');
    const copy = await freshDatabase();
    program.start({ ...forge.settings, DATABASE_URL: copy.url }, 'restore', 'forge.gz');
    expect(await program.exit()).toBe(0);
    await copy.drop();
  });
});
