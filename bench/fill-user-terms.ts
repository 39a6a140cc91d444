import type { DataSource, QueryRunner } from 'typeorm';
import { repeats } from '../src/features/user-search-index/repeats.js';

const USERS_PER_STEP = 100;
const ROWS_PER_INSERT = 1_000;
const COLUMNS = ['user_id', 'email_id', 'is_address', 'term', 'repeats', 'user_created_at'];

/**
 * Writes the search terms of all users, the same rows that the service writes when it creates a user. The service
 * writes them user by user, which takes too long for a million users.
 */
export async function fillUserTerms(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('DELETE FROM user_terms');
    await withoutIndex(runner, 'user_terms_term', async () => {
      const [last] = (await runner.query('SELECT MAX(id) AS id FROM users')) as {
        id: number | null;
      }[];
      for (let start = 1; start <= (last?.id ?? 0); start += USERS_PER_STEP)
        await insertTerms(runner, start, start + USERS_PER_STEP - 1);
    });
  } finally {
    await runner.release();
  }
}

/** Sorting the index once, at the end, is faster than inserting 40 million terms in random order. */
async function withoutIndex(
  runner: QueryRunner,
  name: string,
  insert: () => Promise<void>,
): Promise<void> {
  const table = await runner.getTable('user_terms');
  const index = table?.indices.find((index) => index.name === name);
  if (!table || !index) throw new Error(`user_terms has no index ${name}`);
  await runner.dropIndex(table, index);
  await insert();
  await runner.createIndex(table, index);
}

/** A username (`email` is 0) or an email address. */
interface Name {
  user: number;
  email: number;
  text: string;
  created_at: number;
}

async function insertTerms(runner: QueryRunner, first: number, last: number): Promise<void> {
  const users = `u.id BETWEEN ${first} AND ${last}`;
  const names = (await runner.query(
    `SELECT u.id AS user, 0 AS email, u.username_key AS text, u.created_at FROM users u
     WHERE ${users} AND u.username_key <> 'ghost'
     UNION ALL SELECT u.id, e.id, e.email, u.created_at
     FROM users u JOIN emails e ON e.user_id = u.id WHERE ${users} ORDER BY user, email`,
  )) as Name[];
  const byUser = new Map<number, Name[]>();
  for (const name of names) byUser.set(name.user, [...(byUser.get(name.user) ?? []), name]);
  const rows = [...byUser.values()].flatMap(rowsOf);
  const placeholders = `(${COLUMNS.map(() => '?').join(', ')})`;
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const batch = rows.slice(start, start + ROWS_PER_INSERT);
    await runner.query(
      `INSERT INTO user_terms (${COLUMNS.join(', ')}) VALUES ${batch.map(() => placeholders).join(', ')}`,
      batch.flat(),
    );
  }
}

/** One row per suffix of each name of a user. */
function rowsOf(names: readonly Name[]): (string | number)[][] {
  const counts = repeats(names.map(({ text }) => text));
  return names.flatMap(({ user, email, text, created_at }, n) =>
    [...text].map((_, i, letters) => [
      ...[user, email, Number(email > 0)],
      ...[letters.slice(i).join(''), counts[n]?.[i] ?? 0, created_at],
    ]),
  );
}
