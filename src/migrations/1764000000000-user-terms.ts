import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect } from './dialect.js';

/** The endings of usernames and addresses, by which users are searched. */
export class UserTerms1764000000000 implements MigrationInterface {
  name = 'UserTerms1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    await schema.createTable(
      'user_terms',
      `{id},
       user_id {bigint} NOT NULL,
       email_id {bigint},
       term {varchar:255} NOT NULL,
       {reference:user_terms_user_fk:user_id:users}`,
    );
    await schema.createIndex('INDEX', 'user_terms_term', 'user_terms', 'term, user_id, email_id');
    await schema.createIndex('INDEX', 'user_terms_user', 'user_terms', 'user_id, email_id');
    // What a run that was cut off has written is written again.
    await runner.query('DELETE FROM user_terms');
    const fill = (user: string, email: string, text: string, table: string) =>
      runner.query(
        `INSERT INTO user_terms (user_id, email_id, term)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 255)
         SELECT ${user}, ${email}, SUBSTR(${text}, n.i) FROM ${table} t JOIN n ON SUBSTR(${text}, n.i) <> ''`,
      );
    await fill(
      't.id',
      'NULL',
      't.username_key',
      "(SELECT * FROM users WHERE username_key <> 'ghost')",
    );
    await fill('t.user_id', 't.id', 't.email', 'emails');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropTable('user_terms');
  }
}
