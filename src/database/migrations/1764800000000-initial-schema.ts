import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect } from './dialect.js';
import { MACHINERY_TABLES } from './initial-schema-machinery.js';
import { PEOPLE_TABLES } from './initial-schema-people.js';
import { PROJECT_TABLES } from './initial-schema-projects.js';

/** A table refers only to tables above it. */
const TABLES = [...MACHINERY_TABLES, ...PEOPLE_TABLES, ...PROJECT_TABLES];

/** Creates all tables. It can run again: if a start is interrupted, the next start creates what is missing. */
export class InitialSchema1764800000000 implements MigrationInterface {
  name = 'InitialSchema1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const table of TABLES) await schema.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const { name } of TABLES.toReversed()) await schema.dropTable(name);
  }
}
