import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/**
 * Engines and migrations send SQL of their own, two files have conditions that repositories share, the test kit copies
 * whole tables, and a download has a file of its own.
 */
const MAY_HAVE_SQL = [
  /\.repository\.ts$/,
  /^database\//,
  /^features\/(projects\/project-visibility|events\/event-conditions)\.ts$/,
  /^operations\/test-forges\/snapshot\.ts$/,
];
const SQL = [
  /\bstatement[<(]|new Listing[<(]|\.createQueryBuilder\(/,
  /['"`]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|((LEFT|CROSS|INNER) )?JOIN|WHERE|ORDER BY) /,
];

const others = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.ts') &&
    !file.endsWith('.spec.ts') &&
    !MAY_HAVE_SQL.some((pattern) => pattern.test(file)),
);

it('has SQL in repositories only', () => {
  const withSql = others.filter((file) => {
    const text = readFileSync(join(SRC, file), 'utf8');
    return SQL.some((pattern) => pattern.test(text));
  });
  expect(withSql).toEqual([]);
});

/** They run in the background, at the start or in commands, on tables with few rows or until the first row. */
const MAY_SCAN = [
  'DeletionsRepository.unfinished',
  'DirectoryUsersRepository.findByUserIds',
  'CredentialsRepository.findFirstSealedToken',
];

it('finds rows by an index, except in background work', () => {
  const folder = join(SRC, '../docs/sql');
  const methods = readdirSync(folder)
    .sort()
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split(/^-- ## /m)
        .slice(1),
    );
  const scanning = methods.filter((text) => /^-- SQLite.*\bscanned\b/m.test(text));
  expect(scanning.map((text) => text.slice(0, text.indexOf('\n')))).toEqual(MAY_SCAN);
});
