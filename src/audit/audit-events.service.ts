import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { OrderedRows, Position } from '../database/listing.js';
import { Invalid, Unavailable } from '../http/errors/errors.js';
import type { Page } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import type { ListAuditEventsParams } from './audit-event.dto.js';
import { AuditEventView } from './audit-event.view.js';
import { AuditRepository, type AuditEventRow, type AuditFilter } from './audit.repository.js';

/** Events of an export that are in memory at once. */
const GROUP = 500;
/** Exports of a process at once. Each keeps a group in memory while its client does not read. */
const MAX_EXPORTS = 4;
/** The client must have read the whole export by then. */
const EXPORT_MS = 1_800_000;

/** Reads the audit trail, for administrators. */
@Injectable()
export class AuditEvents {
  /** Exports that are being sent. */
  running = 0;

  constructor(private readonly events: AuditRepository) {}

  list(params: ListAuditEventsParams): Promise<Page<AuditEventRow>> {
    return paginate(this.events.matching(filterOf(params)), params);
  }

  /**
   * All events that match, newest first, as one JSON object on each line.
   *
   * @throws Unavailable too many exports are running
   */
  export(params: ListAuditEventsParams): Readable {
    const rows = this.events.matching(filterOf(params));
    if (this.running >= MAX_EXPORTS) throw new Unavailable();
    this.running++;
    const stream = Readable.from(lines(rows), { objectMode: false });
    const timer = setTimeout(
      () => stream.destroy(new Error('The export took too long')),
      EXPORT_MS,
    );
    return stream.once('close', () => {
      clearTimeout(timer);
      this.running--;
    });
  }
}

function filterOf({
  action,
  caller_id,
  actor_id,
  ip,
  ...params
}: ListAuditEventsParams): AuditFilter {
  const { subject_type: type, subject_id: id, created_after, created_before } = params;
  if (type === undefined && id !== undefined) throw new Invalid({ subject_type: ['is missing'] });
  if (type !== undefined && id === undefined) throw new Invalid({ subject_id: ['is missing'] });
  const subject = type === undefined || id === undefined ? undefined : { type, id };
  const times = { from: created_after, before: created_before };
  return { action, caller: caller_id, actor: actor_id, subject, ip, ...times };
}

/** Groups of lines. A group is read when the client has read the one before. */
async function* lines(rows: OrderedRows<AuditEventRow>): AsyncGenerator<string> {
  let position: Position | null = null;
  for (;;) {
    const group: (AuditEventRow & Position)[] = await rows.after(position, GROUP);
    yield group.map((row) => `${JSON.stringify(new AuditEventView(row))}\n`).join('');
    const last = group.at(-1);
    if (!last || group.length < GROUP) return;
    position = { key_time: last.key_time, key_id: last.key_id };
  }
}
