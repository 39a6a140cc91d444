import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { PATH_ONLY } from '../support/environment.js';
import { run } from '../support/commands.js';
// Builds the program before the tests.
import '../support/program.js';
import { buildTarball, unpack } from '../support/tarball.js';

const TOKEN = 'token-of-root-0000000';
const MINUTE = 60_000;

let folder: string;
let tarball: string;
let program: string;
let home: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-tarball-'));
  tarball = await buildTarball(folder);
  program = join(await unpack(tarball, folder), 'bin/forgenote');
}, 10 * MINUTE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  home = mkdtempSync(join(folder, 'home-'));
});

const checksum = () =>
  run('sha256sum', ['--check', `${basename(tarball)}.sha256`], { cwd: folder, seconds: 240 });

/** In an empty folder, with PATH and these settings only. */
const forgenote = (words: string[], settings: Record<string, string> = {}) =>
  promisify(execFile)(program, words, { cwd: home, env: { ...PATH_ONLY, ...settings } });

async function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.once('data', (text: Buffer) => {
      resolve(text.toString());
    });
  });
}

it('is named after the version of the build and the platform of its native packages', () => {
  expect(basename(tarball)).toMatch(
    /^forgenote-\d+\.\d+\.\d+(\+[0-9a-f]+)?-linux-(x64|arm64)(-musl)?\.tar\.gz$/,
  );
});

it('passes its checksum, and fails it with one other byte', async () => {
  expect(await checksum()).toBe(`${basename(tarball)}: OK\n`);
  const bytes = readFileSync(tarball);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(tarball, changed);
  await expect(checksum()).rejects.toThrow(/FAILED/);
  writeFileSync(tarball, bytes);
});

it(
  'has the same bytes when it is written again',
  async () => {
    const again = join(home, 'again');
    mkdirSync(again);
    expect(readFileSync(await buildTarball(again)).equals(readFileSync(tarball))).toBe(true);
  },
  10 * MINUTE,
);

it('has files of root that only root can change, and no secrets of the person who builds', async () => {
  const list = ['--list', '--verbose', '--numeric-owner', '--file', tarball];
  const lines = (await run('tar', list, { cwd: folder, seconds: 240 })).trim().split('\n');
  const entries = lines.map((line) => line.split(/\s+/));
  expect(new Set(entries.map(([, owner]) => owner))).toEqual(new Set(['0/0']));
  expect(new Set(entries.map(([mode]) => mode))).toEqual(
    new Set(['drwxr-xr-x', '-rwxr-xr-x', '-rw-r--r--', 'lrwxr-xr-x']),
  );
  expect(lines.filter((line) => /\/\.env|forgenote[^/]*\/dist\/.*\.(map|ts)$/.test(line))).toEqual(
    [],
  );
});

it('takes less than 30 MB', async () => {
  const place = { cwd: folder, seconds: 240 };
  const kilobytes = parseInt(await run('du', ['-sk', join(program, '../..')], place), 10);
  expect(kilobytes / 1024).toBeLessThan(30);
  expect(statSync(tarball).size).toBeLessThan(8_000_000);
});

it('checks settings in an empty folder', async () => {
  expect((await forgenote(['check'])).stdout).toMatch(/Everything is ready to start\.\n$/);
});

it.each([
  [{ SMTP_URL: 'smtp://127.0.0.1:1' }, /does not respond as a mail server/],
  [{ RATE_LIMIT_STORE: 'redis://127.0.0.1:1' }, /does not respond as a Redis server/],
])('has the packages that the service loads only for %j', async (settings, problem) => {
  await expect(forgenote(['check'], settings)).rejects.toMatchObject({
    code: 69,
    stderr: expect.stringMatching(problem) as string,
  });
});

it('serves requests, and ends with 0 after SIGTERM', async () => {
  const settings = { PORT: '0', LOG_LEVEL: 'error', DRAIN_TIME: '0', ADMIN_TOKEN: TOKEN };
  const service = spawn(program, ['serve'], { cwd: home, env: { ...PATH_ONLY, ...settings } });
  const ended = new Promise((resolve) => service.once('close', resolve));
  const [url = ''] = /http:\/\/\S+/.exec(await firstLine(service)) ?? [];
  const get = (path: string) => fetch(`${url}${path}`, { headers: { 'PRIVATE-TOKEN': TOKEN } });
  expect(await (await get('/api/v3/user')).json()).toMatchObject({ username: 'root' });
  // Templates, copies of libraries, and a package outside of the bundle.
  for (const path of ['/', '/docs', '/docs/swagger-ui-bundle.js', '/api/v3/openapi.yaml'])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  service.kill('SIGTERM');
  expect(await ended).toBe(0);
});
