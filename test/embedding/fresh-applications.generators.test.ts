import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../support/commands.js';
import { REPOSITORY } from '../support/program.js';
import { packPackage } from '../support/tarball.js';

const MINUTE = 60_000;
const OPTIONS = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

const folder = mkdtempSync(join(tmpdir(), 'forgenote-fresh-'));
let tarball: string;

beforeAll(async () => {
  tarball = await packPackage(folder);
}, 10 * MINUTE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The dependencies that `nest new` writes, without linters and test runners. */
const freshApplication = (version: string) => ({
  private: true,
  dependencies: {
    '@nestjs/common': `^${version}.0.1`,
    '@nestjs/core': `^${version}.0.1`,
    '@nestjs/platform-express': `^${version}.0.1`,
    'reflect-metadata': '^0.2.2',
    rxjs: '^7.8.1',
  },
  devDependencies: { '@nestjs/testing': `^${version}.0.1` },
});

/** The first command of a page that installs the package, for this version of Nest. */
function installLine(page: string, version: string): string[] {
  const text = readFileSync(join(REPOSITORY, 'docs', page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block.trim());
  const block =
    blocks.find((one) => one.includes(`platform-fastify@${version}`)) ?? blocks[0] ?? '';
  // Readers paste whole blocks.
  expect(block).not.toContain('\n');
  const words = block.split(' ');
  expect(words.slice(0, 2)).toEqual(['npm', 'install']);
  expect(words).toContain('forgenote');
  return words.slice(1).map((word) => (word === 'forgenote' ? tarball : word));
}

const PROGRAMS = {
  'testing.md': `import { startForge } from 'forgenote/testing';
const forge = await startForge();
const { status } = await forge.as(forge.root).get('/user');
await forge.close();
console.log(status);
`,
  'embedding.md': `import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createForgenoteAdapter, ForgenoteModule } from 'forgenote';
const settings = { DATABASE_URL: 'sqlite:data/forge.sqlite' };
class Host {}
Module({ imports: [ForgenoteModule.forRoot(settings)] })(Host);
const app = await NestFactory.create(Host, createForgenoteAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
const { status } = await fetch((await app.getUrl()) + '/health/ready');
await app.close();
console.log(status);
`,
};

describe.each(['11', '12'])('a fresh application on Nest %s', (version) => {
  it.each(Object.entries(PROGRAMS))(
    'installs the package with the first line of docs/%s',
    async (page, program) => {
      const cwd = mkdtempSync(join(folder, `nest-${version}-`));
      const manifest = JSON.stringify(freshApplication(version));
      writeFileSync(join(cwd, 'package.json'), manifest);
      await run('npm', ['install', ...OPTIONS], { cwd, seconds: 300 });
      await run('npm', [...installLine(page, version), ...OPTIONS], { cwd, seconds: 300 });
      const core = join(cwd, 'node_modules/@nestjs/core/package.json');
      const installed = JSON.parse(readFileSync(core, 'utf8')) as { version: string };
      expect(installed.version.split('.')[0]).toBe(version);
      writeFileSync(join(cwd, 'program.mjs'), program);
      expect(await run('node', ['program.mjs'], { cwd, seconds: 60 })).toBe('200\n');
    },
    10 * MINUTE,
  );
});
