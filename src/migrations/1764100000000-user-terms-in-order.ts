import type { MigrationInterface, QueryRunner } from 'typeorm';
import { UserTerms1764000000000 } from './1764000000000-user-terms.js';
import { dialect } from './dialect.js';

const USERS_AT_ONCE = 1_000;

/** The endings by which users are searched, once more: usernames apart from addresses, and in the order of their users. */
export class UserTermsInOrder1764100000000 implements MigrationInterface {
  name = 'UserTermsInOrder1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    // All in it can be told from users and emails; so can what a run that was cut off has written.
    await schema.dropTable('user_terms');
    await schema.createTable(
      'user_terms',
      `{id},
       user_id {bigint} NOT NULL,
       email_id {bigint},
       is_address {boolean} NOT NULL,
       term {varchar:255} NOT NULL,
       user_created_at {bigint} NOT NULL,
       {reference:user_terms_user_fk:user_id:users}`,
    );
    // Some thousand rows in each transaction; the indexes are sorted once, at the end.
    const [last] = (await runner.query('SELECT MAX(id) AS id FROM users')) as {
      id: number | null;
    }[];
    for (let start = 1; start <= (last?.id ?? 0); start += USERS_AT_ONCE) {
      const some = `u.id BETWEEN ${start} AND ${start + USERS_AT_ONCE - 1} AND u.username_key <> 'ghost'`;
      await fill(runner, 0, 'NULL', 'u.username_key', 'users u', some);
      await fill(runner, 1, 'e.id', 'e.email', 'users u JOIN emails e ON e.user_id = u.id', some);
    }
    const terms = 'is_address, term, user_id, user_created_at';
    await schema.createIndex('INDEX', 'user_terms_term', 'user_terms', terms);
    await schema.createIndex('INDEX', 'user_terms_user', 'user_terms', 'user_id, email_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropTable('user_terms');
    await new UserTerms1764000000000().up(runner);
  }
}

const fill = (
  runner: QueryRunner,
  isAddress: 0 | 1,
  email: string,
  text: string,
  from: string,
  some: string,
) =>
  runner.query(
    `INSERT INTO user_terms (user_id, email_id, is_address, term, user_created_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 255)
     SELECT u.id, ${email}, ${isAddress}, SUBSTR(${text}, n.i), u.created_at
     FROM ${from} JOIN n ON SUBSTR(${text}, n.i) <> '' WHERE ${some}`,
  );
