import type { QueryRunner } from 'typeorm';
import type { AdditiveMigration } from '../engines/migrate.js';
import { dialect, type Table } from './dialect.js';

const TABLE: Table = {
  name: 'outbox_mails',
  columns: `
    {id},
    kind {varchar:40} NOT NULL,
    user_id {bigint} NOT NULL,
    email_id {bigint},
    recipient {varchar:255} NOT NULL,
    created_at {bigint} NOT NULL,
    next_attempt_at {bigint} NOT NULL,
    attempts {int} NOT NULL,
    lease {varchar:36}`,
  indexes: {
    outbox_mails_due: 'next_attempt_at, id',
    outbox_mails_user: 'user_id, email_id',
  },
};

/** Without a foreign key to `users`, so that the program before it still works. */
export class OutboxMails1764750000000 implements AdditiveMigration {
  readonly isAdditive = true;
  name = 'OutboxMails1764750000000';

  async up(runner: QueryRunner): Promise<void> {
    await dialect(runner).createTable(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropTable(TABLE.name);
  }
}
