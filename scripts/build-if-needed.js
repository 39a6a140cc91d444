/**
 * Builds when dist/ is missing or older than what it is built from: `npm start` works in a fresh
 * clone, never runs yesterday's code, and starts without a compiler otherwise.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const OUTPUT = 'dist/src/main.js';
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

function build() {
  const nest = fileURLToPath(import.meta.resolve('@nestjs/cli/bin/nest.js'));
  const { status, error } = spawnSync(process.execPath, [nest, 'build'], { stdio: 'inherit' });
  if (error) throw error;
  // The compiler writes its output in spite of type errors; it must not count as built.
  if (status !== 0) rmSync(OUTPUT, { force: true });
  return status ?? 1;
}

if (lastChange(OUTPUT) < Math.max(...SOURCES.map(lastChange))) process.exitCode = build();
