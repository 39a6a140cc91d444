import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dialect } from './dialect.js';

const COLUMNS: Record<string, string> = {
  caller_name: '{varchar:255}',
  actor_name: '{varchar:255}',
  ip: '{varchar:45}',
};
const INDEXES: Record<string, string> = {
  audit_events_action: 'action, created_at, id',
  audit_events_caller: 'caller_id, created_at, id',
  audit_events_actor: 'actor_id, created_at, id',
  audit_events_ip: 'ip, created_at, id',
};

/** Audit events get the address and the usernames of the time, and an index for each filter of their list. */
export class AuditAddresses1764670000000 implements MigrationInterface {
  name = 'AuditAddresses1764670000000';

  async up(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const [name, type] of Object.entries(COLUMNS))
      await schema.addColumn('audit_events', name, type);
    for (const [name, columns] of Object.entries(INDEXES))
      await schema.addIndex('audit_events', name, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    const schema = dialect(runner);
    for (const name of Object.keys(INDEXES)) await schema.dropIndex('audit_events', name);
    for (const name of Object.keys(COLUMNS)) await schema.dropColumn('audit_events', name);
  }
}
