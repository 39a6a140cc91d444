import { schema } from '../../src/app/schema.js';
import { buildSchema } from '../../src/database/engines/copy/build-schema.js';
import { freshDatabase } from '../support/database.js';
import { readConfig } from '../support/internals.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);
/** The migration of the next version. */
const NEXT = 'IssueWeights1999000000000';

it('forgenote migrate logs every 5 s which migration runs', async () => {
  const database = await freshDatabase();
  const DATABASE_URL = database.url;
  await buildSchema(readConfig({ SECRET_KEY, DATABASE_URL }).database, schema);
  const next = Program.ofNextVersion();
  try {
    const settings = { LOG_LEVEL: 'info', MIGRATION_MS: '5500' };
    next.start({ SECRET_KEY, DATABASE_URL, ...settings }, 'migrate', '--json');
    expect(await next.exit()).toBe(0);
    const lines = logLines<{ msg: string; ms?: number }>(next.stderr);
    expect(lines).toMatchObject([
      { msg: 'Migrating the database', migrations: [NEXT] },
      { msg: 'Still migrating the database', migration: NEXT },
      { msg: 'The database is migrated', migrations: [NEXT] },
    ]);
    expect(lines[1]?.ms).toBeGreaterThanOrEqual(4_900);
    expect(JSON.parse(next.stdout)).toEqual({ applied: [NEXT] });
  } finally {
    await next.remove();
    await database.drop();
  }
});
