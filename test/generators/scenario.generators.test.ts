import { Semaphore } from 'async-mutex';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, startForge } from '../support/app.js';
import { run } from '../support/commands.js';
import { WITH_ALL_GENERATORS } from '../support/environment.js';
import { REPOSITORY } from '../support/program.js';

const SOURCE = join(REPOSITORY, 'generators');
const MOST_USED = ['openapi-fetch', 'orval', 'hey-api-openapi-ts', 'kubb'];
const GENERATORS = readdirSync(SOURCE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => WITH_ALL_GENERATORS || MOST_USED.includes(name));

const MINUTE = 60_000;
/** For generators that do not run on the oldest Node of the service. `npx` prefers it. */
const NODE = `node-${process.platform}-${process.arch}@22.23.3`;
/** Generators need no install scripts. */
const QUIET =
  'export npm_config_ignore_scripts=true npm_config_prefer_offline=true npm_config_audit=false npm_config_fund=false';
const BUNDLE = '--bundle --platform=node --format=esm --packages=external --outfile=scenario.mjs';

/** The block of a generator in docs/generators.md, which installs it and runs it. */
function blockOf(name: string): string {
  const text = readFileSync(join(REPOSITORY, 'docs/generators.md'), 'utf8');
  const sections = [...text.matchAll(/^## (.*)\n(?:(?!^## )[^])*?^```sh\n([^]*?)^```$/gm)];
  const slugOf = (title = '') => title.replace(/\W+/g, '-').replace(/^-/, '');
  const [, , block] = sections.find(([, title]) => slugOf(title) === name) ?? [];
  if (block === undefined)
    throw new Error(`docs/generators.md has no section with a block for ${name}`);
  return block;
}

/**
 * Removes the directive with which swagger-typescript-api starts its file, so that the compiler checks that file too.
 * Returns the generated declarations.
 */
function checkAll(cwd: string): string[] {
  const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('node_modules'),
  );
  for (const file of files) {
    const text = readFileSync(join(cwd, file), 'utf8');
    writeFileSync(join(cwd, file), text.replace(/^\/\/ @ts-nocheck$/m, ''));
  }
  return files.filter((file) => file.endsWith('.d.ts'));
}

/** The project to which each generator adds its own packages: the compiler, the bundler and a Node. */
async function prepare(folder: string): Promise<void> {
  for (const file of ['package.json', 'tsconfig.json'])
    cpSync(join(SOURCE, file), join(folder, file));
  const install = `${QUIET}\nnpm install --save-exact ${NODE}`;
  await run('sh', ['-ec', install], { cwd: folder, seconds: 300 });
}

/** Generates code in a folder of its own, compiles it with its scenario and returns the folder of the program. */
async function build(name: string, base: string, folder: string): Promise<string> {
  const cwd = join(folder, name);
  cpSync(join(SOURCE, 'steps.ts'), join(folder, 'steps.ts'));
  await run('cp', ['--archive', base, cwd], { cwd: folder, seconds: 240 });
  cpSync(join(SOURCE, name), cwd, { recursive: true });
  cpSync(join(REPOSITORY, 'openapi.json'), join(cwd, 'openapi.json'));
  await run('sh', ['-ec', `${QUIET}\n${blockOf(name)}`], { cwd, seconds: 400 });
  const isAngular = name === 'ng-openapi-gen';
  const declarations = checkAll(cwd);
  await run(
    'npx',
    isAngular ? ['ngc', '--project', 'tsconfig.angular.json'] : ['tsc', '--project', '.'],
    {
      cwd,
      seconds: 240,
    },
  );
  // `skipLibCheck` is for packages. It skips generated declarations too.
  if (declarations.length > 0)
    await run('npx', ['tsc', '--project', '.', '--skipLibCheck', 'false'], { cwd, seconds: 240 });
  const entry = isAngular ? `out/${name}/scenario.js` : 'scenario.ts';
  await run('npx', ['esbuild', entry, ...BUNDLE.split(' ')], { cwd, seconds: 240 });
  return cwd;
}

describe('code generated from the document', () => {
  const folders = new Map(
    ['base', ...GENERATORS].map((name) => [
      name,
      mkdtempSync(join(tmpdir(), 'forgenote-generator-')),
    ]),
  );
  const folderOf = (name: string) => folders.get(name) ?? '';
  // Each step uses one core: two generators at a time use both.
  const turns = new Semaphore(2);
  const programs = new Map<string, Promise<string>>();

  beforeAll(async () => {
    await prepare(folderOf('base'));
    for (const name of GENERATORS) {
      const program = turns.runExclusive(() => build(name, folderOf('base'), folderOf(name)));
      // The test of the generator reports a failure.
      program.catch(() => undefined);
      programs.set(name, program);
    }
  }, 6 * MINUTE);
  afterAll(() => {
    for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
  });

  it.each(GENERATORS)(
    'compiles under strict and plays the scenario: %s',
    async (name) => {
      const cwd = (await programs.get(name)) ?? '';
      const forge = await startForge();
      try {
        const given = [forge.url, ROOT.username, ROOT.password];
        const printed = await run('npx', ['node', 'scenario.mjs', ...given], { cwd, seconds: 240 });
        expect(printed.match(/^step: /gm)).toHaveLength(13);
      } finally {
        await forge.close();
      }
    },
    30 * MINUTE,
  );
});
