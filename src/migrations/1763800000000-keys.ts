import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect } from './dialect.js';

/** SSH keys. */
export class Keys1763800000000 implements MigrationInterface {
  name = 'Keys1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    await schema.createTable(
      'ssh_keys',
      `{id},
       user_id {bigint} NOT NULL,
       title {varchar:255} NOT NULL,
       key_text {text} NOT NULL,
       fingerprint_md5 {varchar:64} NOT NULL,
       fingerprint_sha256 {varchar:64} NOT NULL,
       created_at {bigint} NOT NULL,
       {reference:ssh_keys_user_fk:user_id:users}`,
    );
    await schema.createIndex('INDEX', 'ssh_keys_user', 'ssh_keys', 'user_id, created_at, id');
    await schema.createIndex('INDEX', 'ssh_keys_md5', 'ssh_keys', 'fingerprint_md5');
    await schema.createIndex(
      'UNIQUE INDEX',
      'ssh_keys_fingerprint',
      'ssh_keys',
      'fingerprint_sha256',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropTable('ssh_keys');
  }
}
