import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const document = read('docs/security.md');

/** Every named file with the test that the document names in it, if any: `test/a.test.ts` › returns 404. */
const tests = [...document.matchAll(/`((?:test|src)\/[^`]+\.ts)`(?: › ([^;\n]+))?(?=;|$)/gm)].map(
  ([, path = '', name = '']): [path: string, name: string] => [path, name],
);
const attacks = new Set(
  [...document.matchAll(/attacks? ((?:`\w+`(?:, )?)+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  ),
);

describe('docs/security.md', () => {
  it('has an entry for each of the 27 historic faults, with a test', () => {
    const entries = document.split('\n').filter((line) => /^\d+\. /.test(line));
    expect(entries.map((entry) => parseInt(entry, 10))).toEqual(
      Array.from({ length: 27 }, (_, n) => n + 1),
    );
    expect(entries.filter((entry) => !/`(test|src)\/[^`]+`/.test(entry))).toEqual([]);
  });

  it('names the test of each boundary and fault at the end of its line', () => {
    const named = [...document.matchAll(/`(?:test|src)\/[^`]+\.ts`/g)];
    expect(tests).toHaveLength(named.length);
  });

  it.each(tests)('names a test that exists: %s › %s', (path, name) => {
    expect(existsSync(new URL(path, root))).toBe(true);
    expect(read(path)).toContain(name);
  });

  it('names the classes of attacks that exist', () => {
    const listed = [...read('attack/classes.ts').matchAll(/classes\/(\w+)\.js/g)];
    expect([...attacks].sort()).toEqual(listed.map(([, name = '']) => name).sort());
  });
});
