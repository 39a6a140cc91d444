import type { QueryRunner } from 'typeorm';
import type { AdditiveMigration } from '../engines/migrate.js';
import { dialect } from './dialect.js';

/**
 * Mails get the number of their refusals. `attempts` also counts those during an outage, so it cannot say when a mail is
 * given up.
 */
export class OutboxRefusals1764770000000 implements AdditiveMigration {
  readonly isAdditive = true;
  name = 'OutboxRefusals1764770000000';

  async up(runner: QueryRunner): Promise<void> {
    await dialect(runner).addColumn('outbox_mails', 'refusals', '{int}');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropColumn('outbox_mails', 'refusals');
  }
}
