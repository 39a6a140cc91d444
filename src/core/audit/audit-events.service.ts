import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import type { OrderedRows, Position } from '../../database/listing.js';
import { Invalid } from '../../http/errors/errors.js';
import { answerPage, type PageAnswer } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import type { ListAuditEventsParams } from './audit-event.dto.js';
import { AuditEventView } from './audit-event.view.js';
import { AuditRepository, type AuditEventRow, type AuditFilter } from './audit.repository.js';

/** The media type of an export: one JSON object on each line. */
export const LINES = 'application/x-ndjson';
/** Events of an export that are in memory at once. */
const GROUP = 500;

/** Reads the audit trail, for administrators. */
@Injectable()
export class AuditEvents {
  constructor(private readonly events: AuditRepository) {}

  /** One page, or all events that match as lines. */
  async list(
    actor: Actor,
    params: ListAuditEventsParams,
  ): Promise<PageAnswer<AuditEventView> | StreamableFile> {
    const rows = this.events.matching(filterOf(params));
    return params.format === 'jsonl'
      ? new StreamableFile(Readable.from(readLines(actor, rows)), { type: LINES })
      : answerPage(await paginate(rows, params), (row) => new AuditEventView(row));
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

/** Reads on when the client has read what was sent. Fails once the caller or the effective user has lost the right. */
async function* readLines(actor: Actor, rows: OrderedRows<AuditEventRow>): AsyncGenerator<string> {
  let position: Position | null = null;
  for (;;) {
    await actor.scope.checkRights();
    const found = await rows.after(position, GROUP);
    yield found.map((row) => `${JSON.stringify(new AuditEventView(row))}\n`).join('');
    const last = found.at(-1);
    if (!last || found.length < GROUP) return;
    position = { sort_key: last.sort_key, key_id: last.key_id };
  }
}
