/**
 * Writes the commit of a build into `dist/src/commit.txt`: it tells builds of one version apart. A release has none, because
 * its version names the tag, and neither has a build outside a clone.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const FILE = 'dist/src/commit.txt';

const git = (...words) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function commit() {
  try {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    // The sources of a release may lie in the repository of something else.
    const isClone = git('rev-parse', '--show-prefix') === '';
    const tags = git('tag', '--points-at', 'HEAD').split('\n');
    return isClone && !tags.includes(`v${version}`) ? git('rev-parse', '--short=10', 'HEAD') : null;
  } catch {
    return null;
  }
}

const found = commit();
if (found === null) rmSync(FILE, { force: true });
else writeFileSync(FILE, found);
