import type { MigrationInterface, QueryRunner } from 'typeorm';
import { repeats } from '../user-terms/repeats.js';
import { UserTermsInOrder1764100000000 } from './1764100000000-user-terms-in-order.js';
import { dialect } from './dialect.js';

const USERS_AT_ONCE = 100;

/** The endings by which users are searched, once more: with how much of each is repeated, so that nobody is found twice. */
export class UserTermsOnce1764200000000 implements MigrationInterface {
  name = 'UserTermsOnce1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    // All in it can be told from users and emails; so can what a run that was cut off has written.
    await schema.dropTable('user_terms');
    await schema.createTable(
      'user_terms',
      `{id},
       user_id {bigint} NOT NULL,
       email_id {bigint} NOT NULL,
       is_address {boolean} NOT NULL,
       term {varchar:255} NOT NULL,
       repeats {int} NOT NULL,
       user_created_at {bigint} NOT NULL,
       {reference:user_terms_user_fk:user_id:users}`,
    );
    // Some thousand rows in each transaction; the indexes are sorted once, at the end.
    const [last] = (await runner.query('SELECT MAX(id) AS id FROM users')) as {
      id: number | null;
    }[];
    for (let start = 1; start <= (last?.id ?? 0); start += USERS_AT_ONCE) {
      await fill(runner, `u.id BETWEEN ${start} AND ${start + USERS_AT_ONCE - 1}`);
    }
    const terms = 'is_address, term, user_id, user_created_at, repeats';
    await schema.createIndex('INDEX', 'user_terms_term', 'user_terms', terms);
    await schema.createIndex('INDEX', 'user_terms_user', 'user_terms', 'user_id, email_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await new UserTermsInOrder1764100000000().up(runner);
  }
}

interface Name {
  user: number;
  email: number;
  text: string;
  created_at: number;
}

const COLUMNS = ['user_id', 'email_id', 'is_address', 'term', 'repeats', 'user_created_at'];
const ROWS_AT_ONCE = 1_000;

async function fill(runner: QueryRunner, some: string): Promise<void> {
  const names = (await runner.query(
    `SELECT u.id AS user, 0 AS email, u.username_key AS text, u.created_at FROM users u
     WHERE ${some} AND u.username_key <> 'ghost'
     UNION ALL SELECT u.id, e.id, e.email, u.created_at
     FROM users u JOIN emails e ON e.user_id = u.id WHERE ${some} ORDER BY user, email`,
  )) as Name[];
  const byUser = new Map<number, Name[]>();
  for (const name of names) byUser.set(name.user, [...(byUser.get(name.user) ?? []), name]);
  const rows = [...byUser.values()].flatMap(rowsOf);
  const row = `(${COLUMNS.map(() => '?').join(', ')})`;
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    await runner.query(
      `INSERT INTO user_terms (${COLUMNS.join(', ')}) VALUES ${part.map(() => row).join(', ')}`,
      part.flat(),
    );
  }
}

/** All endings of one user's names. */
function rowsOf(names: readonly Name[]): (string | number)[][] {
  const counts = repeats(names.map(({ text }) => text));
  return names.flatMap(({ user, email, text, created_at }, n) =>
    [...text].map((_, i, letters) => [
      ...[user, email, Number(email > 0)],
      ...[letters.slice(i).join(''), counts[n]?.[i] ?? 0, created_at],
    ]),
  );
}
