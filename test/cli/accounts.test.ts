import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { runCommand } from '../support/run-command.js';
import type { SeededUser } from '../support/seed.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forgenote-accounts-'))));
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a command beside the running service. */
const run = (...words: string[]) => runCommand(forge.settings, words);
const file = (content: string) => {
  const name = join(folder, 'password');
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
    const { code, stdout } = await run(...words);
    expect(code).toBe(0);
    const [, password, token = ''] =
      /^The administrator ada was created\.\nPassword: (\S+)\nPrivate token: (\S+)\n$/.exec(
        stdout,
      ) ?? [];
    expect((await forge.as(token).get('/users')).status).toBe(200);
    const session = await signIn('ada', password);
    const { id } = (await forge.as(token).get<{ id: number }>('/user')).body;
    expect(await lastEvent('user.created')).toMatchObject({ ...BY_OPERATOR, subject_id: id });
    expect(session.body).toMatchObject({ name: 'Ada', private_token: token });
  });

  it('create: exits with 65 and names every problem', async () => {
    const { code, stderr } = await run('admin', 'create', 'root', '--email', 'nobody');
    expect(code).toBe(65);
    expect(stderr.split('\n').sort()).toEqual([
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
    const { code, stdout } = await run('user', 'reset-token', String(user.id), '--json');
    expect(code).toBe(0);
    const { private_token } = JSON.parse(stdout) as { private_token: string };
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
    const settings = { ...forge.settings, DATABASE_URL: empty.url };
    const { code, stderr } = await runCommand(settings, ['admin', 'list']);
    expect(code).toBe(69);
    expect(stderr).toMatch(/^The database is not ready for this command: start the service/);
    await empty.drop();
  });
});
