import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { CreateProjectInput, ListProjectsParams, UpdateProjectInput } from './project.dto.js';
import { PathProject, type ProjectRef } from './project-ref.js';
import type { ProjectRow } from './projects.repository.js';
import { ProjectView } from './project.view.js';
import { ProjectsService } from './projects.service.js';

@Controller('projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({
    summary: 'List the projects that the caller owns or is a member of',
    access: 'user',
    answers: [ProjectView],
  })
  async list(
    @CurrentActor() actor: Actor,
    @Params(ListProjectsParams) input: Input<ListProjectsParams>,
  ) {
    return answerPage(await this.projects.listOwn(actor, input), this.view);
  }

  @Get('visible')
  @Operation({
    summary: 'List the projects that the caller may see',
    access: 'user',
    answers: [ProjectView],
  })
  async visible(
    @CurrentActor() actor: Actor,
    @Params(ListProjectsParams) input: Input<ListProjectsParams>,
  ) {
    return answerPage(await this.projects.listVisible(actor, input), this.view);
  }

  @Get('all')
  @Operation({ summary: 'List all projects', access: 'admin', answers: [ProjectView] })
  async all(@Params(ListProjectsParams) input: Input<ListProjectsParams>) {
    return answerPage(await this.projects.listAll(input), this.view);
  }

  @Get(':id')
  @Operation({ summary: 'Get a project', access: 'user', answers: ProjectView })
  async get(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
  ): Promise<ProjectView> {
    return this.view(await this.projects.get(actor, project));
  }

  @Post()
  @Operation({
    summary: 'Create a project',
    access: 'user',
    records: [],
    creates: true,
    answers: ProjectView,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Params(CreateProjectInput) input: Input<CreateProjectInput>,
  ): Promise<ProjectView> {
    return this.view(await this.projects.create(actor, input));
  }

  @Put(':id')
  @Operation({
    summary: 'Modify a project',
    access: 'user',
    records: ['project.updated'],
    answers: ProjectView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(UpdateProjectInput) input: Input<UpdateProjectInput>,
  ): Promise<ProjectView> {
    return this.view(await this.projects.update(actor, project, input));
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a project',
    access: 'user',
    records: ['project.deleted'],
    answers: ProjectView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
  ): Promise<ProjectView> {
    return this.view(await this.projects.remove(actor, project));
  }

  private readonly view = (project: ProjectRow) => new ProjectView(project, this.urls);
}
