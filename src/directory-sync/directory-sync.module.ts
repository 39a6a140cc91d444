import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { DirectorySync } from './directory-sync.service.js';
import { DirectorySyncWorker } from './directory-sync.worker.js';
import { SyncLimits } from './sync-limits.js';

@Module({
  imports: [DirectoryModule],
  providers: [DirectorySync, DirectorySyncWorker, SyncLimits],
  exports: [DirectorySync],
})
export class DirectorySyncModule {}
