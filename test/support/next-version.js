/** For `node --import`, before the program: the next version, which has a migration more. */
import { schema } from '../../dist/src/schema.js';

class IssueWeights1999000000000 {
  name = 'IssueWeights1999000000000';
  isAdditive = true;

  async up(runner) {
    await runner.query('ALTER TABLE issues ADD COLUMN weight INT NULL');
    await runner.query('CREATE INDEX issues_weight ON issues (weight)');
  }

  async down() {}
}

schema.migrations.push(IssueWeights1999000000000);
