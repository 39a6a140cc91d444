import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { AuditEvent } from './audit-event.entity.js';
import { AuditTrail } from './audit-trail.service.js';
import { AuditRepository } from './audit.repository.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEvent], DATA_SOURCE_NAME)],
  providers: [provideRepository(AuditRepository, AuditEvent), AuditTrail],
  exports: [AuditRepository, AuditTrail],
})
export class AuditModule {}
