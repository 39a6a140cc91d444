import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Program } from '../support/program.js';

let program: Program;
beforeEach(() => (program = new Program()));
afterEach(() => program.remove());

/** Runs `forgenote check` to its end. Returns the exit code. */
const check = (settings: Record<string, string> = {}, ...options: string[]) => {
  program.stdout = program.stderr = '';
  program.start(settings, 'check', ...options);
  return program.exit();
};
const file = (...names: string[]) => join(program.folder, ...names);
/** Every file, with its size and time of change. */
const files = () =>
  readdirSync(program.folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => [name, statSync(file(name)).size, statSync(file(name)).mtimeMs]);

async function stopped(): Promise<void> {
  program.start({ DRAIN_TIME: '0' });
  await program.address();
  program.signal('SIGTERM');
  expect(await program.exit()).toBe(0);
}

describe('forgenote check', () => {
  it('finds nothing wrong before the first start, and creates nothing', async () => {
    expect(await check()).toBe(0);
    expect(program.stderr).toBe('');
    expect(program.stdout).toBe(
      `The settings are correct.
The folder data does not exist yet: the first start creates it
The database data/forgenote.sqlite does not exist yet: the first start creates it
The mail server is not configured (SMTP_URL): the service sends no mail
Everything is ready to start.
`,
    );
    expect(files()).toEqual([]);
  });

  it('finds nothing wrong beside existing data, and changes nothing', async () => {
    await stopped();
    const before = files();
    expect(await check()).toBe(0);
    expect(program.stdout).toContain('The database data/forgenote.sqlite is up to date\n');
    expect(files()).toEqual(before);
  });

  it('counts the mails that are not sent yet', async () => {
    const token = 'token-of-an-administrator';
    program.start({ DRAIN_TIME: '0', ADMIN_TOKEN: token, SMTP_URL: 'smtp://127.0.0.1:1' });
    const user = { username: 'ada', email: 'ada@example.com', name: 'Ada', password: 'good words' };
    const { status } = await fetch(new URL('/api/v3/users', await program.address()), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': token },
      body: JSON.stringify(user),
    });
    expect(status).toBe(201);
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(await check()).toBe(0);
    expect(program.stdout).toContain(
      'The database data/forgenote.sqlite is up to date, with mails that are not sent yet: 1\n',
    );
  });

  it('exits with 78 and lists all wrong settings', async () => {
    expect(await check({ PORT: 'x', LOG_LEVEL: 'loud' })).toBe(78);
    expect(program.stderr).toMatch(/^PORT must be .*\nLOG_LEVEL must be .*\n$/);
    expect(program.stdout).toBe('');
    expect(files()).toEqual([]);
  });

  it('exits with 78 if the key of the data is missing', async () => {
    await stopped();
    rmSync(file('data/secret.key'));
    expect(await check()).toBe(78);
    expect(program.stderr).toMatch(/secret\.key of this database is missing: restore the file/);
  });

  it('exits with 69 for a file that is no database, and says so', async () => {
    writeFileSync(file('letter.txt'), 'Dear Sir or Madam, '.repeat(100), { mode: 0o600 });
    expect(await check({ DATABASE_URL: 'sqlite:letter.txt' })).toBe(69);
    expect(program.stderr).toMatch(/letter\.txt is not a Forgenote database/);
    expect(readdirSync(program.folder)).toEqual(['letter.txt']);
  });

  it('exits with 69 if the folder is a file', async () => {
    writeFileSync(file('data'), '');
    expect(await check()).toBe(69);
    expect(program.stderr).toMatch(/data cannot be written/);
  });

  it('exits with 69 if the mail server does not respond, and does not print its password', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await check({ SMTP_URL: `smtp://me:canary-4711@127.0.0.1:${port}` })).toBe(69);
    expect(program.stderr).toMatch(
      new RegExp(`^The mail server: 127\\.0\\.0\\.1:${port} does not respond.*correct SMTP_URL`),
    );
    expect(program.stdout + program.stderr).not.toContain('canary');
  });

  it('exits with 69 if Redis does not respond, and does not print its password', async () => {
    const RATE_LIMIT_STORE = 'redis://:canary-4711@127.0.0.1:1/0';
    expect(await check({ RATE_LIMIT_STORE })).toBe(69);
    expect(program.stderr).toMatch(
      /^The Redis server: 127\.0\.0\.1:1 does not respond as a Redis server \(ECONNREFUSED\)/,
    );
    expect(program.stdout + program.stderr).not.toContain('canary');
  });

  it('names every problem, and exits with the code of the first', async () => {
    mkdirSync(file('x.sqlite'), 0o700);
    const settings = { DATABASE_URL: 'sqlite:x.sqlite', SMTP_URL: 'smtp://127.0.0.1:1' };
    expect(await check(settings)).toBe(69);
    expect(program.stderr).toMatch(/^The database x\.sqlite.*\nThe mail server/);
  });

  it('prints every check and problem as JSON with --json', async () => {
    mkdirSync(file('data'), 0o700);
    expect(await check({ SMTP_URL: 'smtp://127.0.0.1:1' }, '--json')).toBe(69);
    expect(program.stderr).toBe('');
    expect(JSON.parse(program.stdout)).toEqual({
      ready: false,
      warnings: [],
      checks: [
        { subject: 'The folder data', ok: true, message: 'The folder data can be written' },
        {
          subject: 'The database data/forgenote.sqlite',
          ok: true,
          message:
            'The database data/forgenote.sqlite does not exist yet: the first start creates it',
        },
        {
          subject: 'The mail server',
          ok: false,
          message: expect.stringMatching(/^The mail server: 127\.0\.0\.1:1 does not/) as string,
        },
      ],
    });
  });
});
