import { RequestScope } from '../../src/database/request-scope.js';
import { Database } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import type { Forge } from './app.js';

const LDAP_BLOCK = statement("UPDATE users SET state = 'ldap_blocked' WHERE id = :id");

/** Blocks a user like a directory synchronization. The API has no operation for it. */
export async function ldapBlock({ app }: Forge, { id }: { id: number }): Promise<void> {
  await app.get(Database).unit(RequestScope.background, (unit) => unit.write(LDAP_BLOCK, { id }));
}

/** Deletes all users, even the last administrator. Works only if they have written nothing. */
export async function deleteAllUsers({ app }: Forge): Promise<void> {
  await app.get(Database).unit(RequestScope.background, async (unit) => {
    for (const table of ['user_terms', 'emails', 'users'])
      await unit.write(statement(`DELETE FROM ${table}`));
  });
}

/** Deletes only the issue row and leaves its notes, as a bug in a deletion would. */
export async function deleteIssueRow({ app }: Forge, { id }: { id: number }): Promise<void> {
  await app
    .get(Database)
    .unit(RequestScope.background, (unit) =>
      unit.write(statement('DELETE FROM issues WHERE id = :id'), { id }),
    );
}

/** Counts rows that no operation returns. `where` can use the user's id as `:id`. */
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
