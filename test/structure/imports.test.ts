import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/**
 * The folders of src/, foundations first. '' stands for the files directly in src/. A file may import its own folder
 * and folders earlier in this list. ARCHITECTURE.md explains the order.
 */
const FOLDERS = [
  'telemetry',
  'log',
  'config',
  'database',
  'engines',
  'engines/copy',
  'http/schema',
  'http/errors',
  'http/input',
  'http/routing',
  'http/pagination',
  'http/server',
  'openapi',
  'auth',
  'lifecycle',
  'deletion',
  'audit',
  'doctor',
  'idempotency',
  'activity',
  'mail',
  'user-terms',
  'emails',
  'users',
  'first-administrator',
  'ldap',
  'directory',
  'directory-sync',
  'session',
  'avatars',
  'keys',
  'projects',
  'issues',
  'merge-requests',
  'snippets',
  'noteables',
  'awards',
  'notes',
  'award-emoji',
  'events',
  'pages/markdown',
  'pages/templates',
  'pages',
  'health',
  'observability',
  'migrations',
  'backup',
  'ephemeral',
  'cli',
  '',
  'embedding',
  'testing',
];

interface Import {
  file: string;
  line: number;
  text: string;
  from: string;
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
      return [{ file, line: index + 1, text: text.trim(), from: folderOf(file), to: folderOf(to) }];
    }),
);

function folderOf(file: string): string {
  const folder = dirname(file);
  return folder === '.' ? '' : folder;
}

const describeImport = ({ file, line, text }: Import) => `src/${file}:${line}: ${text}`;

it('knows every folder of src', () => {
  expect([...new Set(files.map(folderOf))].filter((folder) => !FOLDERS.includes(folder))).toEqual(
    [],
  );
});

it('finds the imports', () => {
  expect(imports.length).toBeGreaterThan(500);
});

it('imports only from folders below, so that no two folders import each other', () => {
  const upward = imports.filter(({ from, to }) => FOLDERS.indexOf(to) > FOLDERS.indexOf(from));
  expect(upward.map(describeImport)).toEqual([]);
});
