import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect, type Table } from './dialect.js';

/** As the table will be called, and while SQLite fills it. */
const EMAILS = {
  name: 'emails',
  columns: `
    {id},
    user_id {bigint} NOT NULL,
    email {varchar:255},
    unconfirmed_email {varchar:255},
    confirmation_digest {varchar:64},
    confirmation_sent_at {bigint},
    is_primary {boolean} NOT NULL,
    created_at {bigint} NOT NULL,
    {reference:emails_user_fk:user_id:users}`,
  indexes: {
    emails_unconfirmed: 'unconfirmed_email',
    emails_confirmation: 'confirmation_digest',
    emails_user: 'user_id, created_at, id',
  },
  uniqueIndexes: { emails_address: 'email' },
} satisfies Table;
const KEPT = 'id, user_id, email, is_primary, created_at';

/** Secondary addresses that wait for a confirmation have no `email`. Confirmation mails expire. */
export class ConfirmedAddresses1764660000000 implements MigrationInterface {
  name = 'ConfirmedAddresses1764660000000';

  async up(runner: QueryRunner): Promise<void> {
    const isServer = runner.dataSource.options.type === 'mysql';
    await dialect(runner).addColumn('users', 'confirmation_sent_at', '{bigint}');
    if (isServer) await alterOnServer(runner);
    else if (!(await runner.hasColumn('emails', 'unconfirmed_email'))) await rebuild(runner);
  }

  /** Unconfirmed addresses are lost: the former schema has no place for them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM emails WHERE email IS NULL');
  }
}

/** Each statement can run again. */
async function alterOnServer(runner: QueryRunner): Promise<void> {
  await runner.query('ALTER TABLE emails MODIFY email varchar(255) NULL');
  const schema = dialect(runner);
  await schema.addColumn('emails', 'unconfirmed_email', '{varchar:255}');
  await schema.addColumn('emails', 'confirmation_digest', '{varchar:64}');
  await schema.addColumn('emails', 'confirmation_sent_at', '{bigint}');
  for (const name of ['emails_unconfirmed', 'emails_confirmation'] as const)
    await schema.addIndex('emails', name, EMAILS.indexes[name]);
}

/** SQLite cannot make a column nullable. The new table replaces the old one in one transaction. */
async function rebuild(runner: QueryRunner): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query('ALTER TABLE emails RENAME TO emails_before');
    for (const index of ['emails_user', 'emails_address'])
      await runner.query(`DROP INDEX IF EXISTS ${index}`);
    await dialect(runner).createTable(EMAILS);
    await runner.query(`INSERT INTO emails (${KEPT}) SELECT ${KEPT} FROM emails_before`);
    // Ids of deleted addresses must not be given again.
    await runner.query("DELETE FROM sqlite_sequence WHERE name = 'emails'");
    await runner.query("UPDATE sqlite_sequence SET name = 'emails' WHERE name = 'emails_before'");
    await runner.query('DROP TABLE emails_before');
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
