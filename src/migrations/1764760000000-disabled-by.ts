import type { QueryRunner } from 'typeorm';
import type { AdditiveMigration } from '../engines/migrate.js';
import { dialect } from './dialect.js';

/** Identities get the attribute by which the directory disabled the account when it blocked the user. */
export class DisabledBy1764760000000 implements AdditiveMigration {
  readonly isAdditive = true;
  name = 'DisabledBy1764760000000';

  async up(runner: QueryRunner): Promise<void> {
    await dialect(runner).addColumn('identities', 'disabled_by', '{varchar:64}');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropColumn('identities', 'disabled_by');
  }
}
