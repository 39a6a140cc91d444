import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Description, ReadyLine } from '../../src/operations/test-forges/protocol.js';
import { Program } from '../support/program.js';

type Line = Description<{ id: number; username: string; token: string; password: string }> &
  ReadyLine;

/** `forgenote serve --ephemeral` with a folder for temporary files of its own. */
class EphemeralProgram extends Program {
  readonly temporary = join(this.folder, 'tmp');

  serve(words: string[] = [], settings: Record<string, string> = {}): void {
    mkdirSync(this.temporary);
    this.start({ TMPDIR: this.temporary, ...settings }, 'serve', '--ephemeral', ...words);
  }

  async ready(...words: string[]): Promise<Line> {
    this.serve(words);
    await this.address();
    return JSON.parse(this.stdout) as Line;
  }

  /** Its temporary files. */
  files(): string[] {
    return readdirSync(this.temporary);
  }
}

const call = async (url: string, body?: object, method = 'POST') => {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: response.status, body: (await response.json()) as Line };
};
const statusOf = async ({ api, root }: Line) =>
  (await fetch(`${api}/user`, { headers: { 'private-token': root.token } })).status;

describe('forgenote serve --ephemeral', () => {
  let program: EphemeralProgram;
  beforeEach(() => {
    program = new EphemeralProgram();
  });
  afterEach(() => program.remove());

  it('prints one JSON line, and ends when its standard input closes, also while a request is delayed', async () => {
    const line = await program.ready();
    expect(program.stdout).toMatch(/^\{.*\}\n$/);
    expect(line).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as unknown,
      api: `${line.url}/api/v3`,
      root: expect.objectContaining({ id: 1, username: 'root' }) as unknown,
      control: `${line.forges}/1`,
      forges: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/forges$/) as unknown,
    });
    expect(await statusOf(line)).toBe(200);
    expect(program.files()).toHaveLength(1);

    await call(`${line.control}/delay`, { on: 'GET /user', ms: 10_000 });
    const request = statusOf(line).catch(() => 'broken');
    program.closeInput();
    expect(await program.exit()).toBe(0);
    expect(await request).toBe('broken');
    expect(program.stderr).toBe('');
    expect(program.files()).toEqual([]);
    await expect(fetch(line.url)).rejects.toThrow('fetch failed');
  });

  it('writes the line to --ready-file until SIGTERM, with settings from --set and none from the environment', async () => {
    const file = join(program.folder, 'ready.json');
    const set = ['--set', 'ADMIN_USERNAME=ada', 'ADMIN_TOKEN=token-of-ada-00000000'];
    program.serve(['--ready-file', file, ...set], {
      ...{ PROFILE_FIELDS: 'nonsense', DATABASE_URL: 'mysql://nobody@127.0.0.1:1/x' },
    });
    while (!existsSync(file)) await delay(20);
    const line = JSON.parse(readFileSync(file, 'utf8')) as Line;
    expect(line).toMatchObject({ root: { username: 'ada', token: 'token-of-ada-00000000' } });
    expect(await statusOf(line)).toBe(200);
    program.signal('SIGTERM');
    expect(await program.exit()).toBe(0);
    expect(existsSync(file)).toBe(false);
    expect([program.stdout, program.stderr]).toEqual(['', '']);
    expect(program.files()).toEqual([]);
  });

  it.each([
    [['--set', 'HOST=::1'], 78, 'A test forge sets HOST itself: leave it out\n'],
    [['--set', 'LOUD'], 78, '--set takes NAME=VALUE, as in --set PROFILE_FIELDS=historic\n'],
    [
      ['--no-forge', '--ready-file', '/nowhere/x'],
      69,
      'The ready file /nowhere/x cannot be written (ENOENT).\n',
    ],
  ])('rejects %j with %i and one sentence', async (words, code, sentence) => {
    program.serve(words);
    expect(await program.exit()).toBe(code);
    expect(program.stderr).toBe(sentence);
    expect(program.files()).toEqual([]);
  });

  it('says that its standard input is closed from the start', async () => {
    program.serve();
    program.closeInput();
    expect(await program.exit()).toBe(69);
    expect(program.stderr).toMatch(/^Standard input is closed\. Keep it open for as long as/);
    expect(program.files()).toEqual([]);
  });

  it('starts no forge before it is asked with --no-forge, and ends with DELETE', async () => {
    const line = await program.ready('--no-forge');
    expect(Object.keys(line)).toEqual(['forges']);
    expect((await call(line.forges)).status).toBe(201);
    await call(line.forges, undefined, 'DELETE');
    expect(await program.exit()).toBe(0);
    expect(program.files()).toEqual([]);
  });
});

describe('the control', () => {
  let program: EphemeralProgram;
  let line: Line;
  beforeAll(async () => {
    program = new EphemeralProgram();
    line = await program.ready();
  });
  afterAll(() => program.remove());

  it('starts further forges and closes them', async () => {
    const { status, body: other } = await call(line.forges, { ADMIN_USERNAME: 'ada' });
    expect([status, other.root.username]).toEqual([201, 'ada']);
    expect(other.control).toMatch(new RegExp(`^${line.forges}/\\d+$`));
    expect(other.control).not.toBe(line.control);
    expect(await statusOf(other)).toBe(200);
    expect((await call(other.control, undefined, 'DELETE')).status).toBe(200);
    await expect(fetch(other.url)).rejects.toThrow('fetch failed');
    expect(await statusOf(line)).toBe(200);
    expect(await call(`${other.control}/reset`)).toEqual({
      status: 404,
      body: { message: 'There is no such forge: it was closed, or never started.' },
    });
  });

  it('closes a leased forge when the connection of the lease ends', async () => {
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

  it.each([
    ['', { PROT: 1 }, 400, 'PROT is not a setting'],
    ['/1/sing', {}, 400, 'There is no action sing: there are reset, requests, requests/wait'],
    ['/1/fail', { on: 'GET /user' }, 400, 'fail needs either status or disconnect: true.'],
    ['/99/reset', {}, 404, 'There is no such forge'],
  ])('answers POST %s %j with %i and one sentence', async (path, body, status, message) => {
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
    const response = await fetch(line.forges + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed.replace(' or ', ', '));
    expect(await response.json()).toEqual({
      message: `This path has no ${method}: use ${allowed}.`,
    });
    expect(await statusOf(line)).toBe(200);
  });

  it('returns 404 for a path without the secret token', async () => {
    const { origin } = new URL(line.forges);
    expect((await call(`${origin}/forges`)).status).toBe(404);
    expect((await call(`${origin}/x/forges/1/requests`)).status).toBe(404);
    expect((await call(`${origin}//`, undefined, 'GET')).status).toBe(404);
  });
});
