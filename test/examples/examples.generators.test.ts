import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startForge } from '../../src/app/testing/in-process.js';
import { run as runIn } from '../support/commands.js';
import { PLAIN_ENVIRONMENT } from '../support/environment.js';
import { REPOSITORY } from '../support/program.js';

const INSTALL = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-save'];
const MINUTE = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'forgenote-examples-'));

const run = (command: string, args: string[], cwd = folder) =>
  runIn(command, args, { cwd, seconds: 240 });

interface PackResult {
  filename: string;
  files: { path: string; mode: number }[];
}
let packed: PackResult;

beforeAll(async () => {
  // `prepack` would also build the program again.
  await run('npm', ['run', '--silent', 'sbom'], REPOSITORY);
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  [packed] = JSON.parse(await run('npm', pack, REPOSITORY)) as [PackResult];
  cpSync(join(REPOSITORY, 'examples'), folder, { recursive: true });
  await run('npm', ['install', ...INSTALL, join(folder, packed.filename)]);
}, 10 * MINUTE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('contains exactly the files to run and to describe it', () => {
    const paths = packed.files.map(({ path }) => path);
    const isCode =
      /^dist\/((src|client|kit|program)\/.*(\.js|\.d\.ts)|commonjs\/.*\.d\.ts|(kit|commonjs)\/package\.json|src\/commit\.txt|src\/pages\/templates\/.*\.(eta|css|svg)|vendor\/.*)$/;
    expect(paths.filter((path) => !isCode.test(path))).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'openapi.json',
      'package.json',
      'sbom.cdx.json',
    ]);
    expect(paths.filter((path) => /\.(spec|test)\./.test(path))).toEqual([]);
  });

  it(
    'installs less than 150 MB and 150 packages, and runs no install scripts',
    async () => {
      const empty = join(folder, 'empty');
      mkdirSync(empty);
      writeFileSync(join(empty, 'package.json'), '{}');
      const install = ['install', ...INSTALL, '--omit=dev', join(folder, packed.filename)];
      await run('npm', install, empty);
      const installed = readFileSync(join(empty, 'node_modules/.package-lock.json'), 'utf8');
      const { packages } = JSON.parse(installed) as {
        packages: Record<string, { hasInstallScript?: true }>;
      };
      expect(Object.keys(packages).length).toBeLessThan(150);
      expect(Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual(
        [],
      );
      const kilobytes = parseInt(await run('du', ['-sk', 'node_modules'], empty), 10);
      expect(kilobytes / 1024).toBeLessThan(150);
    },
    10 * MINUTE,
  );

  it('lists the copies of libraries in its bill of materials', () => {
    const bill = readFileSync(join(folder, 'node_modules/forgenote/sbom.cdx.json'), 'utf8');
    const { components } = JSON.parse(bill) as { components: { name: string }[] };
    const folders = packed.files.flatMap(
      ({ path }) => /^dist\/vendor\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
    );
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(folders));
  });

  it('starts the service with its command', async () => {
    const service = spawn(join(folder, 'node_modules/.bin/forgenote'), {
      cwd: folder,
      env: { ...PLAIN_ENVIRONMENT, PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => service.once('close', resolve));
    const line = await new Promise<string>((resolve) => {
      service.stdout.once('data', (text: Buffer) => {
        resolve(text.toString());
      });
    });
    expect(line).toMatch(/^Forgenote listens on http:\/\/127\.0\.0\.1:\d+ with the database /);
    service.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('works with the typed client as in the README', async () => {
    const readme = readFileSync(join(REPOSITORY, 'README.md'), 'utf8');
    const [, shown = ''] = /^node --input-type=module --eval "([^"]+)"$/m.exec(readme) ?? [];
    const forge = await startForge();
    try {
      await forge.user({ username: 'ada' });
      const code = shown
        .replace("'http://127.0.0.1:3000'", `'${forge.url}'`)
        .replace("'demo-token-of-root-0'", `'${forge.root.token}'`);
      const output = await run('node', ['--input-type=module', '--eval', code]);
      expect(output).toContain("username: 'ada'");
    } finally {
      await forge.close();
    }
  });

  it(
    'has types that compile in strict mode',
    async () => {
      const problems =
        await compile(`import { ForgenoteModule, prepareForgenote, type Settings } from 'forgenote';
import { createClient } from 'forgenote/client';
import { startForge, type Forge, type ForgeUser } from 'forgenote/testing';

const settings: Settings = { RATE_LIMIT: false, DEFAULT_PROJECTS_LIMIT: 3 };
export const module = ForgenoteModule.forRoot(settings);
export const prepare = prepareForgenote;

export async function use(): Promise<[number, string | null, string]> {
  const forge: Forge = await startForge(settings);
  const ada: ForgeUser = await forge.user({ username: 'ada', admin: true });
  const issue = await forge.issue({ author: ada, title: 'Typed' });
  const note = await forge.note({ on: issue, body: 'Typed too' });
  const client = createClient({ baseUrl: forge.url, token: ada.token });
  const { data } = await client.GET('/api/v3/user');
  const { body } = await forge.as(ada).get<{ id: number }>('/user');
  return [body.id, data?.bio ?? ada.bio, note.body];
}
`);
      expect(problems).toEqual([]);
    },
    10 * MINUTE,
  );

  it(
    'has types that reject unknown names',
    async () => {
      const problems = await compile(`import type { Settings } from 'forgenote';
import { createClient } from 'forgenote/client';
import { startForge } from 'forgenote/testing';
const forge = await startForge();
const client = createClient({ baseUrl: forge.url });
export const misspelled: Settings = { LOG_LEVLE: 'silent' };
await forge.note({ on: await forge.project() });
await client.GET('/api/v3/nothing', {});
await client.POST('/api/v3/projects', { body: {} });
`);
      expect(problems).toEqual([
        expect.stringMatching(/\(6,.*'LOG_LEVLE' does not exist in type/),
        expect.stringMatching(/\(7,.*is not assignable to type 'Noteable/),
        expect.stringMatching(/\(8,.*"\/api\/v3\/nothing"/),
        expect.stringMatching(/\(9,.*'name' is missing in type/),
      ]);
    },
    10 * MINUTE,
  );
});

describe('the types of the test kit', () => {
  const PROGRAM = `import { startForge, shareForges, type Forge, type RecordedRequest } from 'forgenote/testing';
export async function use(): Promise<[string, RecordedRequest[]]> {
  const end: () => Promise<void> = await shareForges();
  const forge: Forge = await startForge({ PROFILE_FIELDS: 'historic' });
  await forge.fail({ on: 'POST /...notes', status: 503, times: 2 });
  const { body } = await forge.note({ author: await forge.user() });
  await end();
  return [body, await forge.requests()];
}
`;

  it.each([
    [
      'node10',
      'typed-kit.ts',
      '--module commonjs --moduleResolution node10 --ignoreDeprecations 6.0',
    ],
    ['node16, CommonJS', 'typed-kit.cts', '--module node16'],
    ['node16, ES modules', 'typed-kit.mts', '--module node16'],
    ['bundler', 'typed-kit.ts', '--module esnext --moduleResolution bundler'],
  ])(
    'resolve under %s, without skipLibCheck',
    async (_resolution, file, flags) => {
      expect(await compile(PROGRAM, file, `${flags} --skipLibCheck false`)).toEqual([]);
    },
    10 * MINUTE,
  );
});

/** What a strict compiler says of a program that uses the package, a line for each problem. */
async function compile(
  program: string,
  file = 'typed.ts',
  resolution = '--module nodenext --skipLibCheck',
): Promise<string[]> {
  writeFileSync(join(folder, file), program);
  const flags = `--noEmit --strict ${resolution} --target es2023 --types node --typeRoots`;
  const types = join(REPOSITORY, 'node_modules/@types');
  const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
  const args = [compiler, ...flags.split(' '), types, file];
  try {
    await run('node', args);
    return [];
  } catch (error) {
    const problems = String(error).match(/^.*: error TS\d+:.*$/gm);
    // It ended for another reason than the program.
    if (!problems) throw error;
    return problems;
  }
}

describe('the examples', () => {
  it('pass in node:test', () => run('npm', ['run', 'test:node']));
  it('pass in Jest', () => run('npm', ['run', 'test:jest']), 10 * MINUTE);
});
