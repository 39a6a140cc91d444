import type { QueryRunner } from 'typeorm';
import type { AdditiveMigration } from '../engines/migrate.js';
import { dialect } from './dialect.js';

/** Everyone can send the secret of a confirmation. Without the index, each guess reads all users. */
export class ConfirmationIndex1764780000000 implements AdditiveMigration {
  readonly isAdditive = true;
  name = 'ConfirmationIndex1764780000000';

  async up(runner: QueryRunner): Promise<void> {
    await dialect(runner).addIndex('users', 'users_confirmation', 'confirmation_digest');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropIndex('users', 'users_confirmation');
  }
}
