import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Engines and migrations send SQL of their own; the test kit copies whole tables; a download has a file of its own. */
const MAY_HAVE_SQL =
  /\.repository\.ts$|^(database|engines|migrations)\/|^(ephemeral\/snapshot|exchange\/response-file)\.ts$/;

const others = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !MAY_HAVE_SQL.test(file),
);

it('has SQL in repositories only', () => {
  const withSql = others.filter((file) =>
    /\bstatement[<(]|new Listing[<(]|\.createQueryBuilder\(|`\s*(SELECT|INSERT|UPDATE|DELETE) /.test(
      readFileSync(join(SRC, file), 'utf8'),
    ),
  );
  expect(withSql).toEqual([]);
});

it.each(['issues', 'merge-requests'])('reads no descriptions for the %s of a page', (feature) => {
  const sql = readFileSync(join(SRC, `../docs/sql/${feature}.sql`), 'utf8');
  const [, listed = ''] = /Repository\.listTitles\n(.*?)(?=^-- ## |$(?![^]))/ms.exec(sql) ?? [];
  expect(listed).toContain('SELECT');
  expect(listed).not.toContain('description');
});
