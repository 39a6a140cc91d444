import type { QueryRunner } from 'typeorm';
import type { AdditiveMigration } from '../engines/migrate.js';
import { dialect } from './dialect.js';

/** A list of events with a filter by action reads only events of that action. */
export class EventActionIndex1764790000000 implements AdditiveMigration {
  readonly isAdditive = true;
  name = 'EventActionIndex1764790000000';

  async up(runner: QueryRunner): Promise<void> {
    const columns = 'author_id, project_id, audience, action, created_at, id';
    await dialect(runner).addIndex('events', 'events_action', columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dialect(runner).dropIndex('events', 'events_action');
  }
}
