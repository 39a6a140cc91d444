/**
 * Builds dist/: every module by the compiler, and the programs once more as dist/program, where all they are
 * made of stands in a few files, with V8's code cache: a start spends most of its time finding, reading and
 * compiling a thousand modules. See docs/decisions/0012.
 *
 * `--if-needed`: when dist/ is missing, older than what it is built from, or built by another Node. So `npm start`
 * works in a fresh clone, never runs yesterday's code, and starts without a compiler otherwise.
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { build as bundle } from 'rolldown';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const PROGRAM = 'dist/program';
/** Written last, with the time of the beginning: where it is, a build reached its end. */
const MARK = `dist/built-by-node-${process.version}`;
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

const NAMES = ['main', 'demo'];

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
  mkdirSync(PROGRAM, { recursive: true });
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
  const licenses = [...new Set(folders)].sort().map(licenseOf);
  writeFileSync(`${PROGRAM}/LICENSES.txt`, licenses.join('\n\n'));
}

/**
 * For `launch`: one function, strict as a module is, in ASCII. V8 keeps the text of a program, and takes twice the
 * memory for one with a single letter beyond Latin 1.
 */
function wrap(code) {
  if (/\\[\u0080-\uffff]/.test(code)) throw new Error('An escaped letter cannot be escaped again');
  const ascii = code.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const text = `(function (exports, require, module, __filename, __dirname) { 'use strict'; ${ascii}\n})`;
  // Throws where it is no longer JavaScript: not every file is loaded by the demo.
  new Script(text);
  return text;
}

/** Runs the demo in a temporary folder, as a warm-up: it loads what a start loads, and uses most of the service. */
async function writeCodeCache() {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
  try {
    const demo = fork(resolve(`${PROGRAM}/demo.js`), {
      execArgv: ['--import', pathToFileURL('dist/scripts/write-code-cache.js').href],
      cwd: folder,
      env: { PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      timeout: 60_000,
    });
    let isUp = false;
    demo.stdout.once('data', () => {
      isUp = true;
      demo.disconnect();
    });
    const [status] = await once(demo, 'exit');
    if (!isUp || status !== 0) throw new Error(`The demo does not run (${status})`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of a package of which there is a copy in the bundle, in its own words. */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(`${folder}/${file}`, 'utf8') : String(license);
  return `${name} ${version}\n\n${text.trim()}\n`;
}

const begin = new Date();
const isNeeded = lastChange(MARK) < Math.max(...SOURCES.map(lastChange));
if (isNeeded || !process.argv.includes('--if-needed')) {
  if (compile()) {
    await bundlePrograms();
    await writeCodeCache();
    writeFileSync(MARK, '');
    utimesSync(MARK, begin, begin);
  } else {
    // The compiler writes its output in spite of type errors; it must not count as built.
    rmSync(MARK, { force: true });
    process.exitCode = 1;
  }
}
