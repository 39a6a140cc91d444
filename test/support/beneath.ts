import { Database } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import type { Forge } from './app.js';

const LDAP_BLOCK = statement("UPDATE users SET state = 'ldap_blocked' WHERE id = :id");

/** As the synchronization with a directory would: no operation of the interface does. */
export async function ldapBlock({ app }: Forge, { id }: { id: number }): Promise<void> {
  await app.get(Database).unit((unit) => unit.write(LDAP_BLOCK, { id }));
}

/** All of them, the last administrator too, as long as they have written nothing. */
export async function removeUsers({ app }: Forge): Promise<void> {
  await app.get(Database).unit(async (unit) => {
    for (const table of ['user_terms', 'emails', 'users'])
      await unit.write(statement(`DELETE FROM ${table}`));
  });
}

/** The issue alone, as if what hangs on it had been forgotten. */
export async function loseIssue({ app }: Forge, { id }: { id: number }): Promise<void> {
  await app
    .get(Database)
    .unit((unit) => unit.write(statement('DELETE FROM issues WHERE id = :id'), { id }));
}

/** Of rows no operation shows; `where` may name the user's `:id`. */
export async function countRows(
  { app }: Forge,
  table: string,
  where: string,
  { id }: { id: number },
): Promise<number> {
  const count = statement<{ total: number }>(
    `SELECT COUNT(*) AS total FROM ${table} WHERE ${where}`,
  );
  return (await app.get(Database).row(count, { id }))?.total ?? NaN;
}
