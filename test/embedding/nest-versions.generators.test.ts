import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../support/commands.js';
import { WITH_ALL_GENERATORS } from '../support/environment.js';
import { REPOSITORY } from '../support/program.js';
import { packPackage } from '../support/tarball.js';

const INSTALL = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-save'];
const MINUTE = 60_000;
/** The packages that have the version of Nest. Others support several. */
const NEST = ['common', 'core', 'platform-fastify', 'testing'];
/** The event emitter of each version of Nest. Its version 12 also runs on Nest 11. */
const EMITTERS = { '11': '3', '12': '12' } as const;

/** The tests of embedding in one process run on Nest 12. */
const VERSIONS = WITH_ALL_GENERATORS ? (['11', '12'] as const) : (['11'] as const);

const folder = mkdtempSync(join(tmpdir(), 'forgenote-hosts-'));
let tarball: string;

beforeAll(async () => {
  tarball = await packPackage(folder);
}, 10 * MINUTE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** The last block of docs/embedding.md is a complete test. */
function programOfDocs(): string {
  const page = readFileSync(join(REPOSITORY, 'docs/embedding.md'), 'utf8');
  return [...page.matchAll(/^```ts\n(.*?)^```$/gms)].at(-1)?.[1] ?? '';
}

type Version = keyof typeof EMITTERS;

const hosts: Partial<Record<Version, Promise<string>>> = {};
/** The folder of the host on this version of Nest. */
const hostOn = (version: Version): Promise<string> => (hosts[version] ??= install(version));

/** Copies the example host, with this version of Nest, and installs it from the tarball. */
async function install(version: Version): Promise<string> {
  const cwd = mkdtempSync(join(folder, `nest-${version}-`));
  cpSync(join(REPOSITORY, 'examples/nest-host'), cwd, { recursive: true });
  const file = join(cwd, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  for (const group of [manifest.dependencies, manifest.devDependencies])
    for (const name of NEST)
      if (group[`@nestjs/${name}`]) group[`@nestjs/${name}`] = `^${version}.0.0`;
  manifest.dependencies['@nestjs/event-emitter'] = `^${EMITTERS[version]}.0.0`;
  writeFileSync(file, JSON.stringify(manifest));
  writeFileSync(join(cwd, 'src/from-docs.test.ts'), programOfDocs());
  const packages = [tarball, `@nestjs/platform-express@${version}`];
  await run('npm', ['install', ...INSTALL, ...packages], { cwd, seconds: 300 });
  return cwd;
}

function majorOf(cwd: string, name: string): string | undefined {
  const path = join(cwd, 'node_modules/@nestjs', name, 'package.json');
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  return version.split('.')[0];
}

describe.each(VERSIONS)('a host on Nest %s', (version) => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await hostOn(version);
    await run('npm', ['run', 'build'], { cwd, seconds: 240 });
  }, 10 * MINUTE);

  it('has one Nest, which the package shares', async () => {
    const names = ['common', 'core', 'platform-fastify'].map((name) => `@nestjs/${name}`);
    const listed = await run('npm', ['ls', '--all', '--parseable', ...names], {
      cwd,
      seconds: 240,
    });
    const folders = listed.split('\n').filter((path) => /@nestjs\/[\w-]+$/.test(path));
    expect(folders.map((path) => path.slice(path.lastIndexOf('@nestjs'))).sort()).toEqual(names);
    expect(majorOf(cwd, 'core')).toBe(version);
    expect(majorOf(cwd, 'event-emitter')).toBe(EMITTERS[version]);
  });

  it(
    'compiles under strict and passes its tests',
    async () => {
      const printed = await run('npm', ['test'], { cwd, seconds: 240 });
      expect(printed).toMatch(/^# pass 4$/m);
      expect(printed).toMatch(/^# fail 0$/m);
    },
    10 * MINUTE,
  );

  it('passes the test that docs/embedding.md shows', async () => {
    const printed = await run('node', ['--test', 'dist/from-docs.test.js'], { cwd, seconds: 240 });
    expect(printed).toMatch(/^# pass 1$/m);
  });

  it('gets one sentence if it runs on Express', async () => {
    const program = `import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ForgenoteModule } from 'forgenote';
const quiet = { logger: false, abortOnError: false };
const settings = { DATABASE_URL: 'sqlite:express/forge.sqlite' };
class Host {}
Module({ imports: [ForgenoteModule.forRoot(settings)] })(Host);
const app = await NestFactory.create(Host, quiet);
await app.init().catch((error) => console.log(error.message));
await app.close();
`;
    const args = ['--input-type=module', '--eval', program];
    const printed = await run('node', args, { cwd, seconds: 240 });
    const sentence =
      'Forgenote needs Fastify, but the application runs on express: create it with NestFactory.create(AppModule, new FastifyAdapter()) from @nestjs/platform-fastify';
    expect(
      printed
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('Forgenote')),
    ).toEqual([sentence]);
  });
});

/** The types are CommonJS too. Nest 12 is not, so that its hosts need `module: nodenext`. */
it(
  'compiles to CommonJS with module node16 on Nest 11',
  async () => {
    const cwd = await hostOn('11');
    const host = `import { Module } from '@nestjs/common';
import { ForgenoteModule } from 'forgenote';
import { createClient } from 'forgenote/client';
import { startForge } from 'forgenote/testing';
import { startForge as startInProcess } from 'forgenote/testing/in-process';
@Module({ imports: [ForgenoteModule.forRoot()] })
export class Host {}
console.log([createClient, startForge, startInProcess].map((one) => typeof one));
`;
    writeFileSync(join(cwd, 'host.cts'), host);
    const options = ['--ignoreConfig', '--module', 'node16', '--target', 'es2022', '--strict'];
    const args = ['tsc', ...options, '--experimentalDecorators', 'host.cts'];
    await run('npx', args, { cwd, seconds: 240 });
    const printed = await run('node', ['host.cjs'], { cwd, seconds: 240 });
    expect(printed).toBe("[ 'function', 'function', 'function' ]\n");
  },
  10 * MINUTE,
);
