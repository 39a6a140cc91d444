import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, listenOnFreePort, untilRefused } from '../support/ports.js';
import { runCommand } from '../support/run-command.js';
import { startAndStop, startService } from '../support/service.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forgenote-check-'))));
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const file = (...names: string[]) => join(folder, ...names);
const databaseUrl = () => `sqlite:${file('data/forgenote.sqlite')}`;
const check = (settings: Record<string, string> = {}, ...flags: string[]) =>
  runCommand({ DATABASE_URL: databaseUrl(), PORT: '0', ...settings }, ['check', ...flags]);
/** Every file, with its size and time of change. */
const files = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => [name, statSync(file(name)).size, statSync(file(name)).mtimeMs]);

describe('forgenote check', () => {
  it('finds nothing wrong before the first start, and creates nothing', async () => {
    expect(await check()).toEqual({
      code: 0,
      stderr: '',
      stdout: `The settings are correct.
The folder ${file('data')} does not exist yet: the first start creates it
The database ${file('data/forgenote.sqlite')} does not exist yet: the first start creates it
The mail server is not configured (SMTP_URL): the service sends no mail
Everything is ready to start.
`,
    });
    expect(files()).toEqual([]);
  });

  it('finds nothing wrong beside existing data, and changes nothing', async () => {
    await startAndStop({ DATABASE_URL: databaseUrl() });
    const before = files();
    const { code, stdout } = await check();
    expect(code).toBe(0);
    expect(stdout).toContain(`The database ${file('data/forgenote.sqlite')} is up to date\n`);
    expect(files()).toEqual(before);
  });

  it.each([
    ['a file: URL', () => `sqlite:file:${file('x.sqlite')}`, 78, 'DATABASE_URL must name a file'],
    ['a folder', () => `sqlite:${file('x.sqlite/')}`, 78, 'DATABASE_URL must name a file'],
    ['too long a name', () => `sqlite:${file('x'.repeat(300))}`, 69, 'cannot be opened (ENAMETOO'],
  ])(
    'refuses %s as a database in one sentence, and creates nothing',
    async (_, url, code, text) => {
      const checked = await check({ DATABASE_URL: url() });
      expect(checked).toMatchObject({ code, stderr: expect.stringContaining(text) as unknown });
      expect(checked.stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('counts the mails that are not sent yet', async () => {
    const token = 'token-of-an-administrator';
    const { app, api } = await startService({
      ...{ DATABASE_URL: databaseUrl(), ADMIN_TOKEN: token, SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    const user = { username: 'ada', email: 'ada@example.com', name: 'Ada', password: 'good words' };
    const { status } = await fetch(`${api}/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': token },
      body: JSON.stringify(user),
    });
    expect(status).toBe(201);
    await app.close();
    const { code, stdout } = await check();
    expect(code).toBe(0);
    expect(stdout).toContain(' is up to date, with mails that are not sent yet: 1\n');
  });

  it('exits with 78 and lists all wrong settings', async () => {
    expect(await check({ PORT: 'x', LOG_LEVEL: 'loud' })).toEqual({
      code: 78,
      stdout: '',
      stderr: expect.stringMatching(/^PORT must be .*\nLOG_LEVEL must be .*\n$/) as unknown,
    });
    expect(files()).toEqual([]);
  });

  it('exits with 78 if the key of the data is missing', async () => {
    await startAndStop({ DATABASE_URL: databaseUrl() });
    rmSync(file('data/secret.key'));
    const { code, stderr } = await check();
    expect(code).toBe(78);
    expect(stderr).toMatch(/secret\.key of this database is missing: restore the file/);
  });

  it.each([
    [
      'is empty',
      () => {
        writeFileSync(file('data/secret.key'), '', { mode: 0o600 });
      },
    ],
    [
      'has no key',
      () => {
        writeFileSync(file('data/secret.key'), 'x', { mode: 0o600 });
      },
    ],
    [
      'cannot be read (ENOENT)',
      () => {
        symlinkSync(file('nothing'), file('data/secret.key'));
      },
    ],
  ])('exits with 78 before the first start if the file of the key %s', async (problem, make) => {
    mkdirSync(file('data'), { mode: 0o700 });
    make();
    const { code, stderr } = await check();
    expect(code).toBe(78);
    expect(stderr).toContain(
      `The key in ${file('data/secret.key')} is damaged: the file ${problem}`,
    );
  });

  it('exits with 69 for a file that is no database, and says so', async () => {
    writeFileSync(file('letter.txt'), 'Dear Sir or Madam, '.repeat(100), { mode: 0o600 });
    const { code, stderr } = await check({ DATABASE_URL: `sqlite:${file('letter.txt')}` });
    expect(code).toBe(69);
    expect(stderr).toMatch(/letter\.txt is not a Forgenote database/);
    expect(readdirSync(folder)).toEqual(['letter.txt']);
  });

  it('exits with 69 if the folder is a file', async () => {
    writeFileSync(file('data'), '');
    const { code, stderr } = await check();
    expect(code).toBe(69);
    expect(stderr).toMatch(/data cannot be written/);
  });

  it('exits with 69 if the folder is a link to nothing', async () => {
    symlinkSync(file('gone'), file('data'));
    const { code, stdout, stderr } = await check();
    expect(code).toBe(69);
    expect(stderr).toMatch(/data is a link to a folder that does not exist: create the folder/);
    expect(stdout).not.toContain('Everything is ready');
    expect(readdirSync(folder)).toEqual(['data']);
  });

  it.each(['PORT', 'METRICS_PORT'])('exits with 69 if another program has %s', async (name) => {
    const server = createServer((socket) => socket.destroy());
    const port = await listenOnFreePort(server);
    const taken = await check({ [name]: String(port) });
    server.close();
    await untilRefused(port);
    const free = await check({ [name]: String(port) });
    expect(taken.code).toBe(69);
    expect(taken.stderr).toBe(`The port ${port} is taken: choose another ${name}.\n`);
    expect(free.code).toBe(0);
    expect(free.stdout).toContain(`The port ${port} is free\n`);
  });

  it('exits with 69 if the port is taken by another program with a health check', async () => {
    const status = JSON.stringify({ status: 'ok', version: '1.0.0' });
    const server = createHttpServer((_, response) => response.end(status));
    const port = await listenOnFreePort(server);
    const { code } = await check({ PORT: String(port) });
    server.close();
    expect(code).toBe(69);
  });

  it('finds nothing wrong with a port that a running Forgenote has', async () => {
    const { app, url } = await startService({ DATABASE_URL: databaseUrl() });
    const { port } = new URL(url);
    const { code, stdout } = await check({ PORT: port });
    await app.close();
    expect(code).toBe(0);
    expect(stdout).toContain(`The port ${port} belongs to a Forgenote that is running\n`);
  });

  it('exits with 69 if the host is not an address of this machine', async () => {
    const { code, stderr } = await check({ HOST: '192.0.2.1', PORT: '3000' });
    expect(code).toBe(69);
    expect(stderr).toMatch(/^The port 3000: The service cannot listen on 192\.0\.2\.1, port 3000 /);
  });

  it('exits with 69 if the mail server does not respond, and does not print its password', async () => {
    const port = await freePort();
    const SMTP_URL = `smtp://me:canary-4711@127.0.0.1:${port}`;
    const { code, stdout, stderr } = await check({ SMTP_URL });
    expect(code).toBe(69);
    expect(stderr).toMatch(
      new RegExp(`^The mail server: 127\\.0\\.0\\.1:${port} does not respond.*correct SMTP_URL`),
    );
    expect(stdout + stderr).not.toContain('canary');
  });

  it('exits with 69 if Redis does not respond, and does not print its password', async () => {
    const RATE_LIMIT_STORE = 'redis://:canary-4711@127.0.0.1:1/0';
    const { code, stdout, stderr } = await check({ RATE_LIMIT_STORE });
    expect(code).toBe(69);
    expect(stderr).toMatch(
      /^The Redis server: 127\.0\.0\.1:1 does not respond as a Redis server \(ECONNREFUSED\)/,
    );
    expect(stdout + stderr).not.toContain('canary');
  });

  it('names every problem, and exits with the code of the first', async () => {
    mkdirSync(file('x.sqlite'), 0o700);
    const DATABASE_URL = `sqlite:${file('x.sqlite')}`;
    const { code, stderr } = await check({ DATABASE_URL, SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(code).toBe(69);
    expect(stderr).toMatch(/^The database .*x\.sqlite.*\nThe mail server/);
  });

  it('prints every check and problem as JSON with --json', async () => {
    mkdirSync(file('data'), 0o700);
    const { code, stdout, stderr } = await check({ SMTP_URL: 'smtp://127.0.0.1:1' }, '--json');
    expect([code, stderr]).toEqual([69, '']);
    const [data, database] = [file('data'), file('data/forgenote.sqlite')];
    expect(JSON.parse(stdout)).toEqual({
      ready: false,
      warnings: [],
      checks: [
        {
          subject: `The folder ${data}`,
          ok: true,
          message: `The folder ${data} can be written`,
        },
        {
          subject: `The database ${database}`,
          ok: true,
          message: `The database ${database} does not exist yet: the first start creates it`,
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
