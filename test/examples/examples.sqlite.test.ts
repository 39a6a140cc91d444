import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainEnvironment, run as runIn } from '../support/commands.js';
import { Program } from '../support/program.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const INSTALL = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-save'];
const MINUTE = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'forgenote-examples-'));

const run = (command: string, args: string[], cwd = folder) =>
  runIn(command, args, { cwd, seconds: 240 });

interface Packed {
  filename: string;
  files: { path: string; mode: number }[];
}
let packed: Packed;

beforeAll(async () => {
  Program.build();
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  [packed] = JSON.parse(await run('npm', pack, REPOSITORY)) as [Packed];
  cpSync(join(REPOSITORY, 'examples'), folder, { recursive: true });
  await run('npm', ['install', ...INSTALL, join(folder, packed.filename)]);
}, 5 * MINUTE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('has what runs and what describes it, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !/^dist\/(src|client)\/.*(\.js|\.d\.ts)$/.test(path))).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'openapi.json',
      'package.json',
    ]);
    expect(paths.filter((path) => /\.(spec|test)\./.test(path))).toEqual([]);
  });

  it('starts the service with its command', async () => {
    const service = spawn(join(folder, 'node_modules/.bin/forgenote'), {
      cwd: folder,
      env: { ...plainEnvironment(), PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => service.once('close', resolve));
    const line = await new Promise<string>((resolve) => {
      service.stdout.once('data', (text: Buffer) => {
        resolve(text.toString());
      });
    });
    expect(line).toMatch(/^Forgenote listens on http:\/\/127\.0\.0\.1:\d+\n$/);
    service.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it(
    'has types a strict compiler takes',
    async () => {
      writeFileSync(
        join(folder, 'typed.ts'),
        `import { ForgenoteModule, prepareForgenote, type Settings } from 'forgenote';
import { createClient } from 'forgenote/client';
import { startForge, type Forge, type ForgeUser } from 'forgenote/testing';

const settings: Settings = { RATE_LIMIT: false, DEFAULT_PROJECTS_LIMIT: 3, LOG_LEVEL: 'silent' };
// @ts-expect-error it is spelled otherwise
const misspelled: Settings = { LOG_LEVLE: 'silent' };
export const module = ForgenoteModule.forRoot({ ...settings, ...misspelled });
export const prepare = prepareForgenote;

export async function use(): Promise<[number, string | null, string]> {
  const forge: Forge = await startForge(settings);
  const ada: ForgeUser = await forge.user({ username: 'ada', admin: true });
  const issue = await forge.issue({ author: ada, title: 'Typed' });
  const note = await forge.note({ on: issue, body: 'Typed too' });
  // @ts-expect-error a project takes no notes
  await forge.note({ on: await forge.project() });
  const client = createClient({ baseUrl: forge.url, token: ada.token });
  const { data } = await client.GET('/api/v3/user');
  const { body } = await forge.as(ada).get<{ id: number }>('/user');
  return [body.id, data?.bio ?? ada.bio, note.body];
}
`,
      );
      const flags = '--noEmit --strict --module nodenext --target es2023 --types node --typeRoots';
      const types = join(REPOSITORY, 'node_modules/@types');
      const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
      await run('node', [compiler, ...flags.split(' '), types, '--skipLibCheck', 'typed.ts']);
    },
    MINUTE,
  );
});

describe('the examples', () => {
  it('pass in node:test', () => run('npm', ['run', 'test:node']), MINUTE);
  it('pass in Jest', () => run('npm', ['run', 'test:jest']), 2 * MINUTE);
});
