import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';

const TEST = fileURLToPath(new URL('..', import.meta.url));
const KIND = /\.(program|peers|generators|runbook)\.test\.ts$/;

const files = readdirSync(TEST, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const texts = new Map(
  files.map((file) => [join(TEST, file), readFileSync(join(TEST, file), 'utf8')]),
);

/** The files of test/ that a file imports, directly or through others, and itself. */
function reached(path: string, seen = new Set<string>()): Set<string> {
  const text = texts.get(path);
  if (text === undefined || seen.has(path)) return seen;
  seen.add(path);
  for (const [, target = ''] of text.matchAll(/from '(\.[^']+)\.js'/g))
    reached(join(dirname(path), `${target}.ts`), seen);
  return seen;
}

describe('a test of the built program', () => {
  it('has its kind in its name, so that `npm test` needs no build', () => {
    const program = join(TEST, 'support/program.ts');
    const wrong = [...texts.keys()].filter(
      (path) => path.endsWith('.test.ts') && !KIND.test(path) && reached(path).has(program),
    );
    expect(wrong).toEqual([]);
  });
});
