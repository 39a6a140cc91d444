import { Injectable } from '@nestjs/common';
import type { OrderedRows, Position } from '../database/listing.js';
import { Invalid } from '../http/errors/errors.js';
import { answerPage, LinesAnswer, type PageAnswer } from '../http/pagination/page.js';
import { withTexts } from '../http/pagination/page-groups.js';
import { paginate } from '../http/pagination/paginate.js';
import type { ListAuditEventsParams } from './audit-event.dto.js';
import { AuditEventView } from './audit-event.view.js';
import { AuditRepository, type AuditEventRow, type AuditFilter } from './audit.repository.js';

/** Events of an export that are in memory at once. */
const GROUP = 500;

/** Reads the audit trail, for administrators. */
@Injectable()
export class AuditEvents {
  constructor(private readonly events: AuditRepository) {}

  /** One page, or all events that match as lines. */
  async list(params: ListAuditEventsParams): Promise<PageAnswer<AuditEventView> | LinesAnswer> {
    const rows = this.events.matching(filterOf(params));
    return params.format === 'jsonl'
      ? new LinesAnswer(readGroups(rows))
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

async function* readGroups(rows: OrderedRows<AuditEventRow>): AsyncGenerator<AuditEventView[]> {
  let position: Position | null = null;
  for (;;) {
    const found = await rows.after(position, GROUP);
    const { items, groups = [] } = await withTexts(rows, found, GROUP);
    yield items.map((row) => new AuditEventView(row));
    for (const read of groups) yield (await read()).map((row) => new AuditEventView(row));
    const last = found.at(-1);
    if (!last || found.length < GROUP) return;
    position = { key_time: last.key_time, key_id: last.key_id };
  }
}
