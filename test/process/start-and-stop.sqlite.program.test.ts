import { statSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
let program: Program;

beforeEach(() => {
  program = new Program();
});
afterEach(() => program.remove());

const request = (url: string, token = TOKEN) =>
  fetch(`${url}/api/v3/user`, { headers: { 'PRIVATE-TOKEN': token } });

describe('the program', () => {
  it('starts without settings, prints one line with address, database and place of the token, and answers requests', async () => {
    program.start({});
    const url = await program.address();
    const secrets = readFileSync(join(program.folder, 'data/first-administrator.txt'), 'utf8');
    const token = /^Private token: (\S{20})$/m.exec(secrets)?.[1] ?? '';
    expect((await request(url, token)).status).toBe(200);
    const file = join(program.folder, 'data/first-administrator.txt');
    expect(program.stdout).toBe(
      `Forgenote listens on ${url} with the database data/forgenote.sqlite. The administrator's token is in ${file}.\n`,
    );
  });

  it('serves the committed OpenAPI document', async () => {
    program.start({});
    const url = await program.address();
    const served = (await (await fetch(`${url}/api/v3/openapi.json`)).json()) as object;
    const committed = JSON.parse(readFileSync('openapi.json', 'utf8')) as { servers: unknown };
    expect({ ...served, servers: committed.servers }).toEqual(committed);
  });

  it('writes its secrets to files with mode 600 and does not print them', async () => {
    program.start({});
    await program.address();
    for (const file of ['secret.key', 'first-administrator.txt']) {
      expect(statSync(join(program.folder, 'data', file)).mode & 0o777).toBe(0o600);
    }
    expect(program.stdout + program.stderr).not.toMatch(/token: |password: /i);
  });

  it('writes no secrets of the first administrator that the settings give', async () => {
    program.start({ ADMIN_TOKEN: TOKEN, ADMIN_PASSWORD: 'the password of root' });
    const url = await program.address();
    expect((await request(url)).status).toBe(200);
    expect(() => statSync(join(program.folder, 'data/first-administrator.txt'))).toThrow();
  });

  it('logs sudo requests even with LOG_LEVEL=fatal', async () => {
    program.start({ ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'fatal', DRAIN_TIME: '0' });
    const url = await program.address();
    const headers = { 'PRIVATE-TOKEN': TOKEN };
    await fetch(`${url}/api/v3/user`, { headers });
    await fetch(`${url}/api/v3/user?sudo=1`, { headers });
    program.signal('SIGTERM');
    await program.exit();
    expect(logLines(program.stderr)).toEqual([
      expect.objectContaining({ msg: 'sudo', user: 1, as: 1, path: '/api/v3/user', status: 200 }),
    ]);
  });

  it('warns that ADMIN_TOKEN has no effect after the first start', async () => {
    const url = async (ADMIN_TOKEN: string) => {
      program.start({ ADMIN_TOKEN, LOG_LEVEL: 'warn', DRAIN_TIME: '0' });
      const address = await program.address();
      program.signal('SIGTERM');
      await program.exit();
      program.stdout = '';
      return address;
    };
    await url(TOKEN);
    await url(TOKEN);
    expect(program.stderr).not.toContain('ADMIN_TOKEN');
    await url('another-token-that-is-new');
    expect(program.stderr).toContain('ADMIN_TOKEN is ignored');
  });

  it('lists every invalid setting and exits with 78', async () => {
    program.start({ PORT: '70000', DATABSE_URL: 'x', ADMIN_TOKEN: 'short' });
    expect(await program.exit()).toBe(78);
    expect(program.stdout).toBe('');
    const lines = program.stderr.trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
      'ADMIN_TOKEN',
      'DATABSE_URL',
      'PORT',
    ]);
  });

  it('reports in one sentence that its port is taken or the database does not respond', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    program.start({ PORT: String(port) });
    expect(await program.exit()).toBe(69);
    expect(program.stderr).toMatch(new RegExp(`${port}.*is taken`));
    server.close();
    await new Promise((resolve) => server.once('close', resolve));
    const unavailable = new Program();
    unavailable.start({
      DATABASE_URL: `mysql://root@127.0.0.1:${port}/nothing`,
      SECRET_KEY: 'k'.repeat(40),
    });
    expect(await unavailable.exit()).toBe(69);
    expect(unavailable.stderr).toMatch(/^The database does not answer/m);
    expect(unavailable.stderr).not.toMatch(/\n\s+at /);
    await unavailable.remove();
  });

  it('keeps every acknowledged write after SIGKILL', async () => {
    program.start({ ADMIN_TOKEN: TOKEN });
    const url = await program.address();
    const create = (name: string) =>
      fetch(`${url}/api/v3/projects`, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': TOKEN },
        body: new URLSearchParams({ name }),
      });
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await create(`kept-${i}`)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    program.signal('SIGKILL');
    await program.exit();
    program.stdout = '';
    program.start({ ADMIN_TOKEN: TOKEN });
    const list = await fetch(`${await program.address()}/api/v3/projects?private_token=${TOKEN}`);
    expect(((await list.json()) as unknown[]).length).toBe(5);
  });
});
