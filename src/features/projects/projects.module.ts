import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DATA_SOURCE_NAME, provideRepository } from '../../database/feature-repository.js';
import { DeletionRegistry } from '../../core/deletion/deletion-registry.js';
import { MembersController } from './members.controller.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { ProjectMember } from './project-member.entity.js';
import { Project } from './project.entity.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Project, ProjectMember], DATA_SOURCE_NAME)],
  controllers: [ProjectsController, MembersController],
  providers: [
    provideRepository(ProjectsRepository, Project),
    provideRepository(MembersRepository, ProjectMember),
    ProjectsService,
    MembersService,
  ],
  exports: [ProjectsRepository, MembersRepository, ProjectsService, MembersService],
})
export class ProjectsModule {
  constructor(deletions: DeletionRegistry) {
    deletions.register(...ProjectsRepository.owned, ...MembersRepository.owned);
  }
}
