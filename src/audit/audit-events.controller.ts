import { Controller, Get, StreamableFile } from '@nestjs/common';
import { Params, type Input } from '../http/input/input.js';
import { answerPage } from '../http/pagination/page.js';
import { Operation } from '../http/routing/operation.js';
import { ListAuditEventsParams } from './audit-event.dto.js';
import { AuditEventView } from './audit-event.view.js';
import { AuditEvents } from './audit-events.service.js';

const JSON_LINES = 'application/x-ndjson';

@Controller('audit_events')
export class AuditEventsController {
  constructor(private readonly events: AuditEvents) {}

  @Get()
  @Operation({
    summary: 'List or export the audit trail',
    description: 'Who did what to whom, and from where. Newest first.',
    access: 'admin',
    answers: [AuditEventView],
    streams: { mediaType: JSON_LINES, description: 'One event on each line.' },
  })
  async list(@Params(ListAuditEventsParams) input: Input<ListAuditEventsParams>) {
    const params = input.read();
    if (params.format === 'jsonl')
      return new StreamableFile(this.events.export(params), { type: JSON_LINES });
    return answerPage(await this.events.list(params), (event) => new AuditEventView(event));
  }
}
