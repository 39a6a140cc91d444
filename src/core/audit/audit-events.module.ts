import { Module } from '@nestjs/common';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEvents } from './audit-events.service.js';
import { OldAuditEvents } from './old-audit-events.service.js';

@Module({
  controllers: [AuditEventsController],
  providers: [AuditEvents, OldAuditEvents],
})
export class AuditEventsModule {}
