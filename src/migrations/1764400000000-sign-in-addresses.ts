import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect, type Table } from './dialect.js';

const TABLE: Table = {
  name: 'sign_in_addresses',
  columns: `
    {id},
    user_id {bigint} NOT NULL,
    address {varchar:64} NOT NULL,
    signed_in_at {bigint} NOT NULL,
    {reference:sign_in_addresses_user_fk:user_id:users}`,
  indexes: {},
  uniqueIndexes: { sign_in_addresses_address: 'user_id, address' },
};

export class SignInAddresses1764400000000 implements MigrationInterface {
  name = 'SignInAddresses1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    await dialect(runner).createTable(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropTable(TABLE.name);
  }
}
