import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../support/commands.js';
import { WITH_ALL_GENERATORS } from '../support/environment.js';
import { REPOSITORY } from '../support/program.js';
import { packPackage } from '../support/tarball.js';

const INSTALL = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--no-save'];
const MINUTE = 60_000;

/** The examples that are projects of their own, and how many tests each runs. */
const RUNNERS: [name: string, passed: RegExp | null][] = [
  ['jest-29-ts-jest', null],
  ['jest-30-esm', null],
  ['jest-30-ts-jest', null],
  ['node-test', /\bpass 4\n.*\n?.*fail 0\n/],
  ['vitest-3', /Tests\s+3 passed/],
  ['vitest-4', /Tests\s+3 passed/],
  ['mocha', /2 passing/],
  ['playwright', /2 passed/],
  ['require', null],
  ['pytest', /4 passed/],
  ['minitest', /3 runs, 4 assertions, 0 failures, 0 errors/],
];

const MOST_USED = ['jest-30-ts-jest', 'vitest-4'];
const CHOSEN = RUNNERS.filter(([name]) => WITH_ALL_GENERATORS || MOST_USED.includes(name));

const folder = mkdtempSync(join(tmpdir(), 'forgenote-runners-'));
let tarball: string;

beforeAll(async () => {
  const inRepository = { cwd: REPOSITORY, seconds: 240 };
  await run('npm', ['run', '--silent', 'sbom'], inRepository);
  tarball = await packPackage(folder);
  // Once for all examples, each of which adds its own packages.
  mkdirSync(join(folder, 'base'));
  const cwd = join(folder, 'base');
  await run('npm', ['install', ...INSTALL, tarball], { cwd, seconds: 240 });
}, 15 * MINUTE);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the example for', () => {
  it.each(CHOSEN)(
    '%s runs with the packed tarball',
    async (name, passed) => {
      const cwd = join(folder, name);
      await run('cp', ['--archive', 'base', name], { cwd: folder, seconds: 240 });
      cpSync(join(REPOSITORY, 'examples', name), cwd, { recursive: true });
      await run('npm', ['install', ...INSTALL, tarball], { cwd, seconds: 240 });
      const printed = await run('npm', ['test'], { cwd, seconds: 240 });
      if (passed) expect(printed.replace(/\u001b\[[\d;]*m/g, '')).toMatch(passed);
    },
    15 * MINUTE,
  );
});
