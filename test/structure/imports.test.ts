import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** The wings of src/, foundations first. A file may import its own wing and earlier ones. `src/main.ts` is last. */
const WINGS = [
  'base',
  'database',
  'http',
  'core',
  'features',
  'sign-in',
  'pages',
  'operations',
  'app',
  'main.ts',
];

interface Import {
  file: string;
  line: number;
  text: string;
  /** The imported file, from src/. */
  to: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

const imports = files.flatMap((file): Import[] =>
  readFileSync(join(SRC, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const target = /(?:from |import\(|^import )'(\.[^']+)'/.exec(text)?.[1];
      if (target === undefined) return [];
      const to = relative(SRC, join(SRC, dirname(file), target));
      return [{ file, line: index + 1, text: text.trim(), to }];
    }),
);

const wingOf = (file: string) => WINGS.indexOf(file.split('/')[0] ?? '');
const describeImport = ({ file, line, text }: Import) => `src/${file}:${line}: ${text}`;

it('knows every wing of src', () => {
  expect(readdirSync(SRC).sort()).toEqual([...WINGS].sort());
});

it('finds the imports', () => {
  expect(imports.length).toBeGreaterThan(500);
});

it('imports from no later wing', () => {
  const upward = imports.filter(({ file, to }) => wingOf(to) > wingOf(file));
  expect(upward.map(describeImport)).toEqual([]);
});

it('has no folders that import each other, directly or through others', () => {
  let between = imports.filter(({ file, to }) => dirname(file) !== dirname(to));
  const importing = () => new Set(between.map(({ file }) => dirname(file)));
  // Leaves out folders that import none of those left. What stays are circles, and what leads to them.
  for (let size = -1; size !== between.length;) {
    size = between.length;
    const left = importing();
    between = between.filter(({ to }) => left.has(dirname(to)));
  }
  expect(between.map(describeImport)).toEqual([]);
});
