import { OldAuditEvents } from '../../src/core/audit/old-audit-events.service.js';
import { startForge } from '../support/app.js';
import { engineOf, sql, write } from '../support/internals.js';

const DAY_MS = 86_400_000;
const INSERT = `INSERT INTO audit_events (action, subject_type, subject_id, details, created_at)
  VALUES ('user.blocked', 'user', 2, '{}', :time)`;
const COPY = `INSERT INTO audit_events (action, subject_type, subject_id, details, created_at)
  SELECT action, subject_type, subject_id, details, created_at FROM audit_events WHERE created_at = :time`;

/** Adds 1,024 events of 31 days ago and one of 29 days ago, and deletes old ones. Returns how many batches it took. */
async function deletions(days: string): Promise<{ deleted: number[]; left: number }> {
  const forge = await startForge({ AUDIT_DAYS: days });
  const old = Date.now() - 31 * DAY_MS;
  await write(forge, INSERT, { time: old });
  for (let n = 0; n < 10; n++) await write(forge, COPY, { time: old });
  await write(forge, INSERT, { time: Date.now() - 29 * DAY_MS });
  const engine = engineOf(forge);
  const send = engine.write.bind(engine);
  const deleted: number[] = [];
  engine.write = async (...args) => {
    const outcome = await send(...args);
    // The service also deletes other rows by itself, now and then.
    if (args[0].text.includes('audit_events')) deleted.push(outcome.matched);
    return outcome;
  };
  await forge.app.get(OldAuditEvents, { strict: false }).runNow();
  Reflect.deleteProperty(engine, 'write');
  const rows = await sql<{ created_at: number }>(
    forge,
    "SELECT created_at FROM audit_events WHERE action = 'user.blocked'",
  );
  await forge.close();
  return { deleted, left: rows.length };
}

describe('old audit events', () => {
  it('are deleted after AUDIT_DAYS in batches of 500', async () => {
    expect(await deletions('30')).toEqual({ deleted: [500, 500, 24], left: 1 });
  });

  it('are kept within AUDIT_DAYS', async () => {
    expect(await deletions('32')).toEqual({ deleted: [], left: 1_025 });
  });

  it('are kept for ever if AUDIT_DAYS is 0', async () => {
    expect(await deletions('0')).toEqual({ deleted: [], left: 1_025 });
  });
});
