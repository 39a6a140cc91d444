import { Controller, Get } from '@nestjs/common';
import { CurrentActor } from '../auth/access.js';
import type { Actor } from '../auth/actor.js';
import { Params, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { ListAuditEventsParams } from './audit-event.dto.js';
import { AuditEventView } from './audit-event.view.js';
import { AuditEvents, LINES } from './audit-events.service.js';

@Controller('audit_events')
export class AuditEventsController {
  constructor(private readonly events: AuditEvents) {}

  @Get()
  @Operation({
    summary: 'List or export the audit trail',
    description: 'Who did what to whom, and from where. Newest first.',
    access: 'admin',
    answers: [AuditEventView],
    streams: { mediaType: LINES, description: 'One event on each line.' },
  })
  list(
    @CurrentActor() actor: Actor,
    @Params(ListAuditEventsParams) input: Input<ListAuditEventsParams>,
  ) {
    return this.events.list(actor, input.read());
  }
}
