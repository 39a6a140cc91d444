import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Description, ReadyLine } from '../../src/operations/test-forges/protocol.js';
import { Program } from '../support/program.js';

type Line = Description<{ id: number; username: string; token: string; password: string }> &
  ReadyLine;

let program: Program;
let temporary: string;

beforeEach(() => {
  program = new Program();
  temporary = join(program.folder, 'tmp');
  mkdirSync(temporary);
});
afterEach(() => program.remove());

const start = (...words: string[]) => {
  program.start({ TMPDIR: temporary }, 'serve', '--ephemeral', ...words);
};

async function ready(...words: string[]): Promise<Line> {
  start(...words);
  await program.address();
  return JSON.parse(program.stdout) as Line;
}

const call = async (url: string, body?: object, method = 'POST') => {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: response.status, body: (await response.json()) as Line };
};
const statusOf = async ({ api, root }: Line) =>
  (await fetch(`${api}/user`, { headers: { 'private-token': root.token } })).status;

describe('forgenote serve --ephemeral', () => {
  it('prints one JSON line with address, root and control', async () => {
    const line = await ready();
    expect(program.stdout).toMatch(/^\{.*\}\n$/);
    expect(line).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
      api: `${line.url}/api/v3`,
      root: expect.objectContaining({ id: 1, username: 'root' }) as unknown,
      control: `${line.forges}/1`,
      forges: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/forges$/) as unknown,
    });
    expect(await statusOf(line)).toBe(200);
  });

  it('writes the line to --ready-file, and deletes it at the end', async () => {
    const file = join(program.folder, 'ready.json');
    start('--ready-file', file);
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await statusOf(JSON.parse(readFileSync(file, 'utf8')) as Line)).toBe(200);
    program.closeInput();
    expect(await program.exit()).toBe(0);
    expect(existsSync(file)).toBe(false);
    expect(program.stdout).toBe('');
  });

  it.each(['its standard input closes', 'SIGTERM'])(
    'ends and deletes its files on %s',
    async (on) => {
      const line = await ready();
      expect(readdirSync(temporary)).toHaveLength(1);
      if (on === 'SIGTERM') program.signal('SIGTERM');
      else program.closeInput();
      expect(await program.exit()).toBe(0);
      expect(program.stderr).toBe('');
      expect(readdirSync(temporary)).toEqual([]);
      await expect(fetch(line.url)).rejects.toThrow('fetch failed');
    },
  );

  it('ends while a request is delayed', async () => {
    const line = await ready();
    await call(`${line.control}/delay`, { on: 'GET /user', ms: 10_000 });
    const request = statusOf(line).catch(() => 'broken');
    program.closeInput();
    expect(await program.exit()).toBe(0);
    expect(await request).toBe('broken');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('takes settings from --set, and none from the environment', async () => {
    program.start(
      {
        TMPDIR: temporary,
        PROFILE_FIELDS: 'nonsense',
        DATABASE_URL: 'mysql://nobody@127.0.0.1:1/x',
      },
      ...[
        'serve',
        '--ephemeral',
        '--set',
        'ADMIN_USERNAME=ada',
        'ADMIN_TOKEN=token-of-ada-00000000',
      ],
    );
    await program.address();
    expect(JSON.parse(program.stdout)).toMatchObject({
      root: { username: 'ada', token: 'token-of-ada-00000000' },
    });
  });

  it.each([
    [['--set', 'PROT=1'], 78, 'PROT is not a setting\n'],
    [['--set', 'HOST=::1'], 78, 'A test forge sets HOST itself: leave it out\n'],
    [['--set', 'LOUD'], 78, '--set takes NAME=VALUE, as in --set PROFILE_FIELDS=historic\n'],
    [['--ready-file', '/nowhere/x'], 69, 'The ready file /nowhere/x cannot be written (ENOENT).\n'],
  ])('rejects %j with %i and one sentence', async (words, code, sentence) => {
    start(...words);
    expect(await program.exit()).toBe(code);
    expect(program.stderr).toBe(sentence);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('says that its standard input is closed from the start', async () => {
    start();
    program.closeInput();
    expect(await program.exit()).toBe(69);
    expect(program.stderr).toMatch(/^Standard input is closed\. Keep it open for as long as/);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('forgenote serve', () => {
  it('exits with 64 if --ready-file is given without --ephemeral', async () => {
    program.start({}, 'serve', '--ready-file', 'x');
    expect(await program.exit()).toBe(64);
    expect(program.stderr).toMatch('--ready-file, --set and --no-forge need --ephemeral');
  });
});

describe('the control', () => {
  it('starts further forges and closes them', async () => {
    const line = await ready();
    const { status, body: other } = await call(line.forges, { ADMIN_USERNAME: 'ada' });
    expect([status, other.root.username, other.control]).toEqual([201, 'ada', `${line.forges}/2`]);
    expect(await statusOf(other)).toBe(200);
    expect((await call(other.control, undefined, 'DELETE')).status).toBe(200);
    await expect(fetch(other.url)).rejects.toThrow('fetch failed');
    expect(await statusOf(line)).toBe(200);
    expect(await call(`${other.control}/reset`)).toEqual({
      status: 404,
      body: { message: 'There is no such forge: it was closed, or never started.' },
    });
  });

  it('starts no forge before it is asked with --no-forge', async () => {
    const line = await ready('--no-forge');
    expect(Object.keys(line)).toEqual(['forges']);
    expect((await call(line.forges)).status).toBe(201);
  });

  it('closes a leased forge when the connection of the lease ends', async () => {
    const line = await ready('--no-forge');
    const lease = await fetch(`${line.forges}?lease`, { method: 'POST' });
    let forge = line;
    for await (const chunk of lease.body ?? []) {
      forge = JSON.parse(new TextDecoder().decode(chunk as Uint8Array)) as Line;
      expect(await statusOf(forge)).toBe(200);
      // Leaving the loop closes the connection.
      break;
    }
    while ((await call(`${forge.control}/requests`)).status !== 404);
    await expect(fetch(forge.url)).rejects.toThrow('fetch failed');
  });

  it('ends the process with DELETE', async () => {
    const line = await ready();
    await call(line.forges, undefined, 'DELETE');
    expect(await program.exit()).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each([
    ['', { PROT: 1 }, 400, 'PROT is not a setting'],
    ['/1/sing', {}, 400, 'There is no action sing: there are reset, requests, fail'],
    ['/1/fail', { on: 'GET /user' }, 400, 'fail needs either status or disconnect: true.'],
    ['/7/reset', {}, 404, 'There is no such forge'],
  ])('answers POST %s %j with %i and one sentence', async (path, body, status, message) => {
    const line = await ready();
    const answer = await call(line.forges + path, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ message: expect.stringContaining(message) as unknown });
  });

  it.each([
    ['GET', '', 'POST or DELETE'],
    ['PUT', '', 'POST or DELETE'],
    ['POST', '/1', 'DELETE'],
    ['GET', '/1', 'DELETE'],
    ['DELETE', '/1/reset', 'POST'],
    ['GET', '/1/clock/release', 'POST'],
  ])('refuses %s %s with 405, one sentence and Allow', async (method, path, allowed) => {
    const line = await ready();
    const response = await fetch(line.forges + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed.replace(' or ', ', '));
    expect(await response.json()).toEqual({
      message: `This path has no ${method}: use ${allowed}.`,
    });
    expect(await statusOf(line)).toBe(200);
  });

  it('returns 404 for a path without the secret token', async () => {
    const { forges } = await ready();
    const { origin } = new URL(forges);
    expect((await call(`${origin}/forges`)).status).toBe(404);
    expect((await call(`${origin}/x/forges/1/requests`)).status).toBe(404);
  });
});
