import type { QueryRunner } from 'typeorm';
import type { AdditiveMigration } from '../engines/migrate.js';
import { dialect } from './dialect.js';

const TABLES = ['users', 'notes', 'issues', 'snippets', 'merge_requests'];

/** For decisions in a cluster: `Claimable` in `database/claims.ts`. */
export class Claims1795900000000 implements AdditiveMigration {
  name = 'Claims1795900000000';
  readonly isAdditive = true;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await dialect(runner).addColumn(table, 'claims', '{bigint}');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN claims`);
  }
}
