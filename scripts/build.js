/**
 * Builds dist/: every module by the compiler, and the programs once more as dist/program, where all they are
 * made of stands in a few files: Node takes half a second to find and read the thousand modules of a start.
 *
 * `--if-needed`: when dist/ is missing or older than what it is built from. So `npm start` works in a fresh
 * clone, never runs yesterday's code, and starts without a compiler otherwise.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

async function bundlePrograms() {
  const { output } = await bundle({
    input: ['dist/src/main.js', 'dist/src/demo.js'],
    platform: 'node',
    external: (id) => LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`)),
    output: { dir: PROGRAM, format: 'esm' },
  });
  const folders = output
    .flatMap((chunk) => chunk.moduleIds ?? [])
    .map((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
    .filter((folder) => folder !== undefined);
  writeFileSync(OUTPUT, [...new Set(folders)].sort().map(licenseOf).join('\n\n'));
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
  if (compile()) await bundlePrograms();
  else {
    // The compiler writes its output in spite of type errors; it must not count as built.
    rmSync(PROGRAM, { recursive: true, force: true });
    process.exitCode = 1;
  }
}
