/**
 * For `node --import`, before the program: the next version, which has a migration more. It takes MIGRATION_MS.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { dialect } from '../../dist/src/database/migrations/dialect.js';
import { schema } from '../../dist/src/app/schema.js';

class IssueWeights1999000000000 {
  name = 'IssueWeights1999000000000';
  isAdditive = true;

  async up(runner) {
    await delay(Number(process.env.MIGRATION_MS ?? 0));
    await dialect(runner).addColumn('issues', 'weight', '{int}');
    await dialect(runner).addIndex('issues', 'issues_weight', 'weight');
  }

  async down() {}
}

schema.migrations.push(IssueWeights1999000000000);
