import { Controller, Get } from '@nestjs/common';
import { Params, type Input } from '../http/input/input.js';
import { LinesAnswer } from '../http/pagination/page.js';
import { Operation } from '../http/routing/operation.js';
import { ListAuditEventsParams } from './audit-event.dto.js';
import { AuditEventView } from './audit-event.view.js';
import { AuditEvents } from './audit-events.service.js';

@Controller('audit_events')
export class AuditEventsController {
  constructor(private readonly events: AuditEvents) {}

  @Get()
  @Operation({
    summary: 'List or export the audit trail',
    description: 'Who did what to whom, and from where. Newest first.',
    access: 'admin',
    answers: [AuditEventView],
    streams: { mediaType: LinesAnswer.mediaType, description: 'One event on each line.' },
  })
  list(@Params(ListAuditEventsParams) input: Input<ListAuditEventsParams>) {
    return this.events.list(input.read());
  }
}
