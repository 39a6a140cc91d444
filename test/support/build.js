/**
 * Jest's globalSetup: builds dist/ once, before the first test file, and only if the run has a test of the
 * built program. Those are the files that import `support/program.js`, `support/readme.js` or `support/kit.js`. If the build
 * fails, no test runs. `TEST_BUILD=no`: the caller has built dist/.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export default function build({ rootDir, testPathPatterns }) {
  if (process.env.TEST_BUILD === 'no') return;
  const folder = join(rootDir, 'test');
  const patterns = testPathPatterns.toExecutor({ rootDir });
  const needsBuild = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.test.ts') && patterns.isMatch(path))
    .some((path) => /\/support\/(program|readme|kit)\.js'/.test(readFileSync(path, 'utf8')));
  if (needsBuild)
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: rootDir, stdio: 'inherit' });
}
