import { Global, Module } from '@nestjs/common';
import { UsageObserver } from '../auth/usage-observer.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { CheckOnUse } from './check-on-use.service.js';
import { DirectoryStates } from './directory-states.service.js';
import { DirectorySync } from './directory-sync.service.js';
import { DirectorySyncWorker } from './directory-sync.worker.js';
import { DirectoryWarnings } from './directory-warnings.service.js';
import { SyncLimits } from './sync-limits.js';

/** Synchronizes users with directories, and provides `UsageObserver` to the guard. */
@Global()
@Module({
  imports: [DirectoryModule],
  providers: [
    ...[DirectorySync, DirectorySyncWorker, DirectoryStates, DirectoryWarnings],
    ...[CheckOnUse, SyncLimits],
    { provide: UsageObserver, useExisting: CheckOnUse },
  ],
  exports: [DirectorySync, DirectoryWarnings, UsageObserver],
})
export class DirectorySyncModule {}
