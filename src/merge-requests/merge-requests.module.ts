import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { MergeRequestsController } from './merge-requests.controller.js';
import { MergeRequestsService } from './merge-requests.service.js';

@Module({
  imports: [ProjectsModule],
  controllers: [MergeRequestsController],
  providers: [MergeRequestsService],
  exports: [MergeRequestsService],
})
export class MergeRequestsModule {}
