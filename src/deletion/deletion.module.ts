import { Global, Module } from '@nestjs/common';
import { DeletionRegistry } from './deletion-registry.js';
import { DeletionService } from './deletion.service.js';

@Global()
@Module({
  providers: [DeletionRegistry, DeletionService],
  exports: [DeletionRegistry, DeletionService],
})
export class DeletionModule {}
