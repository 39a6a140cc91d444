/**
 * Builds dist/: every module by the compiler, and the programs once more as dist/program, where all they are
 * made of stands in a few files, each with what V8 made of it: Node takes half a second to find and read the
 * thousand modules of a start, and as long again to compile them.
 *
 * `--if-needed`: when dist/ is missing or older than what it is built from. So `npm start` works in a fresh
 * clone, never runs yesterday's code, and starts without a compiler otherwise.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'rolldown';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const PROGRAM = 'dist/program';
const OUTPUT = `${PROGRAM}/LICENSES.txt`;
const SOURCES = [
  ...['src', 'client', 'scripts', 'ormconfig.ts', 'nest-cli.json', 'package.json'],
  ...readdirSync('.').filter((name) => /^tsconfig.*\.json$/.test(name)),
];

/** Of a path and all below it. Folders count: removing a file changes nothing else. */
function lastChange(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  const below = stats.isDirectory() ? readdirSync(path).map((name) => `${path}/${name}`) : [];
  return Math.max(stats.mtimeMs, ...below.map(lastChange));
}

/** Whether everything compiled. */
function compile() {
  const nest = fileURLToPath(import.meta.resolve('@nestjs/cli/bin/nest.js'));
  const { status, error } = spawnSync(process.execPath, [nest, 'build'], { stdio: 'inherit' });
  if (error) throw error;
  return status === 0;
}

/** They have native code, or are not installed: Nest would load them for features nobody uses. */
const LEFT_OUT = [
  ...['@node-rs/argon2', '@photostructure/sqlite', '@nestjs/microservices', '@nestjs/websockets'],
  ...['@nestjs/platform-express', '@fastify/multipart', '@fastify/static', '@fastify/view'],
];

/** The programs, and what is run to have them compiled: it uses most of the service. */
const NAMES = ['main', 'demo'];
const REHEARSAL = 'demo';

/** The folders of the packages that are in it. */
async function bundlePrograms() {
  const { output } = await bundle({
    input: Object.fromEntries(NAMES.map((name) => [name, `dist/src/${name}.js`])),
    platform: 'node',
    external: (id) => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`)),
    write: false,
    output: {
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      dynamicImportInCjs: false,
    },
  });
  mkdirSync(PROGRAM);
  for (const { fileName, code } of output) writeFileSync(`${PROGRAM}/${fileName}`, wrap(code));
  for (const name of NAMES) {
    const lines = [
      '#!/usr/bin/env node',
      "import { launch } from '../src/launch.js';",
      '',
      `launch(new URL('${name}.cjs', import.meta.url));`,
    ];
    writeFileSync(`${PROGRAM}/${name}.js`, `${lines.join('\n')}\n`);
  }
  const folders = output
    .flatMap((chunk) => chunk.moduleIds ?? [])
    .map((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].sort();
}

/**
 * For `launch`: one function, in ASCII. V8 keeps the text of a program, and takes twice the memory for one with
 * a single letter beyond Latin 1.
 */
function wrap(code) {
  if (/\\[\u0080-\uffff]/.test(code)) throw new Error('An escaped letter cannot be escaped again');
  const ascii = code.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `(function (exports, require, module, __filename, __dirname) { ${ascii}\n})`;
}

/** Keeps what V8 has made of the programs by the end of a run, in a folder that goes with it. */
async function keepCode() {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
  const keeper = resolve('dist/scripts/keep-code.js');
  const child = spawn(
    process.execPath,
    ['--import', keeper, resolve(`${PROGRAM}/${REHEARSAL}.js`)],
    {
      cwd: folder,
      env: { PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  child.stdout.once('data', () => child.kill());
  const [status] = await once(child, 'exit');
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`${REHEARSAL} ended with ${status}`);
}

/** Of a package of which there is a copy in the bundle, in its own words. */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(`${folder}/${file}`, 'utf8') : String(license);
  return `${name} ${version}\n\n${text.trim()}\n`;
}

const isNeeded = lastChange(OUTPUT) < Math.max(...SOURCES.map(lastChange));
if (isNeeded || !process.argv.includes('--if-needed')) {
  if (compile()) {
    const packages = await bundlePrograms();
    await keepCode();
    // The last of all: what comes after it was built by a build that reached its end.
    writeFileSync(OUTPUT, packages.map(licenseOf).join('\n\n'));
  } else {
    // The compiler writes its output in spite of type errors; it must not count as built.
    rmSync(PROGRAM, { recursive: true, force: true });
    process.exitCode = 1;
  }
}
