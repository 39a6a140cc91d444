import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect } from './dialect.js';

const BEFORE = 'users_created';
const AFTER = 'users_listed';

/** The order of all users gets their names: to read it for those whose name has a part, no user has to be read. */
export class UsersListedByName1764300000000 implements MigrationInterface {
  name = 'UsersListedByName1764300000000';

  // The new one first: what goes on reading meanwhile has one of them.
  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    const columns = 'created_at, id, state, external, username_key';
    await schema.createIndex('INDEX', AFTER, 'users', columns);
    await schema.dropIndex(BEFORE, 'users');
  }

  async down(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    await schema.createIndex('INDEX', BEFORE, 'users', 'created_at, id, state, external');
    await schema.dropIndex(AFTER, 'users');
  }
}
