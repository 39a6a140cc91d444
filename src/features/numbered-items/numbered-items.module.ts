import { Module } from '@nestjs/common';
import { ChangeLog } from './change-log.js';

/** What issues and merge requests share. */
@Module({ providers: [ChangeLog], exports: [ChangeLog] })
export class NumberedItemsModule {}
