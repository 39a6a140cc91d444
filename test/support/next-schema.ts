import type { QueryRunner } from 'typeorm';
import { schema } from '../../src/app/schema.js';
import type { AdditiveMigration } from '../../src/database/engines/migrate.js';
import type { Schema } from '../../src/database/engines/schema.js';
import { dialect } from '../../src/database/migrations/dialect.js';

/** The migration of `next-version.js`. */
class IssueWeights1999000000000 implements AdditiveMigration {
  name = 'IssueWeights1999000000000';
  isAdditive = true as const;

  async up(runner: QueryRunner): Promise<void> {
    await dialect(runner).addColumn('issues', 'weight', '{int}');
    await dialect(runner).addIndex('issues', 'issues_weight', 'weight');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

/** The next version, which has a migration more. */
export const nextSchema: Schema = {
  ...schema,
  migrations: [...schema.migrations, IssueWeights1999000000000],
};
