import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/app.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';

let program: Program;
beforeEach(() => {
  program = new Program();
});
afterEach(() => program.remove());

const file = (...names: string[]) => join(program.folder, ...names);
const request = (url: string, token = ROOT.token) =>
  fetch(`${url}/api/v3/user`, { headers: { 'PRIVATE-TOKEN': token } });
async function stop(): Promise<void> {
  program.signal('SIGTERM');
  expect(await program.exit()).toBe(0);
}

describe('the program', () => {
  it('starts without settings, prints one line with address, database and place of the token, and answers requests', async () => {
    program.start({});
    const url = await program.address();
    const secrets = file('data/first-administrator.txt');
    expect([program.stdout, program.stderr]).toEqual([
      `Forgenote listens on ${url} with the database data/forgenote.sqlite. The administrator's token is in ${secrets}.\n`,
      `The secrets of the first administrator are in ${secrets}\n`,
    ]);
    const token = /^Private token: (\S{20})$/m.exec(readFileSync(secrets, 'utf8'))?.[1] ?? '';
    expect((await request(url, token)).status).toBe(200);
    for (const name of ['secret.key', 'first-administrator.txt'])
      expect(statSync(file('data', name)).mode & 0o777).toBe(0o600);

    // The bundle serves the committed document.
    const served = (await (await fetch(`${url}/api/v3/openapi.json`)).json()) as object;
    const committed = JSON.parse(readFileSync('openapi.json', 'utf8')) as { servers: unknown };
    expect({ ...served, servers: committed.servers }).toEqual(committed);
  });

  it('takes the secrets of the first administrator from files, and warns of one that others can read', async () => {
    writeFileSync(file('token'), ROOT.token);
    chmodSync(file('token'), 0o444);
    writeFileSync(file('password'), ROOT.password, { mode: 0o600 });
    const settings = { ADMIN_TOKEN_FILE: file('token'), ADMIN_PASSWORD_FILE: file('password') };
    program.start({ ...settings, LOG_LEVEL: 'warn', DRAIN_TIME: '0' });
    expect((await request(await program.address())).status).toBe(200);
    expect(existsSync(file('data/first-administrator.txt'))).toBe(false);
    await stop();
    expect(logLines(program.stderr)).toMatchObject([
      {
        level: 40,
        msg: `Every account of this machine can access ${file('token')}, which ADMIN_TOKEN_FILE names`,
      },
    ]);
    expect(program.stderr).not.toContain(ROOT.token);
  });

  it('logs sudo requests even with LOG_LEVEL=fatal', async () => {
    program.start({ ADMIN_TOKEN: ROOT.token, LOG_LEVEL: 'fatal', DRAIN_TIME: '0' });
    const url = await program.address();
    await request(url);
    await fetch(`${url}/api/v3/user?sudo=1`, { headers: { 'PRIVATE-TOKEN': ROOT.token } });
    await stop();
    expect(logLines(program.stderr)).toEqual([
      expect.objectContaining({ msg: 'sudo', user: 1, as: 1, path: '/api/v3/user', status: 200 }),
    ]);
  });

  it('keeps every acknowledged write after SIGKILL, and warns of an ADMIN_TOKEN that is not that of the first start', async () => {
    const start = (ADMIN_TOKEN: string) => {
      program.stdout = '';
      program.start({ ADMIN_TOKEN, LOG_LEVEL: 'warn', DRAIN_TIME: '0' });
      return program.address();
    };
    const url = await start(ROOT.token);
    const create = (name: string) =>
      fetch(`${url}/api/v3/projects`, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': ROOT.token },
        body: new URLSearchParams({ name }),
      });
    for (let n = 0; n < 5; n++) expect((await create(`kept-${n}`)).status).toBe(201);
    program.signal('SIGKILL');
    await program.exit();

    const again = await start(ROOT.token);
    const list = await fetch(`${again}/api/v3/projects?private_token=${ROOT.token}`);
    expect(await list.json()).toHaveLength(5);
    await stop();
    expect(program.stderr).not.toContain('ADMIN_TOKEN');

    await start('another-token-that-is-new');
    expect(program.stderr).toContain('ADMIN_TOKEN is ignored');
  });
});
