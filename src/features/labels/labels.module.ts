import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { Label } from '../numbered-items/label.entity.js';
import { NumberedItemsModule } from '../numbered-items/numbered-items.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { LabelsController } from './labels.controller.js';
import { LabelsService } from './labels.service.js';
import { ProjectLabelsRepository } from './project-labels.repository.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Label], DATA_SOURCE_NAME),
    ProjectsModule,
    NumberedItemsModule,
  ],
  controllers: [LabelsController],
  providers: [provideRepository(ProjectLabelsRepository, Label), LabelsService],
  exports: [LabelsService],
})
export class LabelsModule {}
