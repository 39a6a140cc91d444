import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { shareForges } from 'forgenote/testing';

// node:test has no global setup before Node 24, but it can be started from a program.
const endForges = await shareForges();

/** Each file runs in a process of its own, with a forge of its own. */
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => join(import.meta.dirname, name));

const tests = run({ files, concurrency: 2 });
tests.on('test:fail', () => {
  process.exitCode = 1;
});
for await (const text of tests.compose(new spec())) process.stdout.write(text);
await endForges();
