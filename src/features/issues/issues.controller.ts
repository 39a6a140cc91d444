import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { PathProject, type ProjectRef } from '../projects/project-ref.js';
import { CreateIssueInput, ListIssuesParams, UpdateIssueInput } from './issue.dto.js';
import { IssueView } from './issue.view.js';
import { IssuesService } from './issues.service.js';

@Controller('projects/:id/issues')
export class IssuesController {
  constructor(
    private readonly issues: IssuesService,
    private readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({ summary: 'List the issues of a project', access: 'user', answers: [IssueView] })
  async list(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(ListIssuesParams) input: Input<ListIssuesParams>,
  ) {
    const page = await this.issues.list(actor, project, input);
    return answerPage(page, (issue) => new IssueView(issue, this.urls));
  }

  @Post()
  @Operation({
    summary: 'Open an issue',
    access: 'user',
    records: ['issue.created'],
    creates: true,
    answers: IssueView,
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(CreateIssueInput) input: Input<CreateIssueInput>,
  ): Promise<IssueView> {
    return new IssueView(await this.issues.create(actor, project, input), this.urls);
  }

  @Get(':issue_id')
  @Operation({ summary: 'Get an issue', access: 'user', answers: IssueView })
  async get(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('issue_id') issue: number,
  ): Promise<IssueView> {
    return new IssueView(await this.issues.get(actor, project, issue), this.urls);
  }

  @Put(':issue_id')
  @Operation({
    summary: 'Modify, close or reopen an issue',
    access: 'user',
    records: ['issue.updated'],
    answers: IssueView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('issue_id') issue: number,
    @Params(UpdateIssueInput) input: Input<UpdateIssueInput>,
  ): Promise<IssueView> {
    return new IssueView(await this.issues.update(actor, project, issue, input), this.urls);
  }

  @Delete(':issue_id')
  @Operation({
    summary: 'Delete an issue',
    access: 'user',
    records: ['issue.deleted'],
    answers: IssueView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('issue_id') issue: number,
  ): Promise<IssueView> {
    return new IssueView(await this.issues.remove(actor, project, issue), this.urls);
  }
}
