import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { DirectoryStates } from './directory-states.service.js';
import { DirectorySync } from './directory-sync.service.js';
import { DirectorySyncWorker } from './directory-sync.worker.js';
import { DirectoryWarnings } from './directory-warnings.service.js';
import { SyncLimits } from './sync-limits.js';

@Module({
  imports: [DirectoryModule],
  providers: [DirectorySync, DirectorySyncWorker, DirectoryStates, DirectoryWarnings, SyncLimits],
  exports: [DirectorySync, DirectoryWarnings],
})
export class DirectorySyncModule {}
