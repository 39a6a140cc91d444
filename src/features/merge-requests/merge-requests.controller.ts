import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { PathProject, type ProjectRef } from '../projects/project-ref.js';
import {
  CreateMergeRequestInput,
  ListMergeRequestsParams,
  UpdateMergeRequestInput,
} from './merge-request.dto.js';
import { MergeRequestView } from './merge-request.view.js';
import { MergeRequestsService } from './merge-requests.service.js';

@Controller('projects/:id/merge_requests')
export class MergeRequestsController {
  constructor(
    private readonly mergeRequests: MergeRequestsService,
    private readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({
    summary: 'List the merge requests of a project',
    access: 'user',
    answers: [MergeRequestView],
  })
  async list(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(ListMergeRequestsParams) input: Input<ListMergeRequestsParams>,
  ) {
    const page = await this.mergeRequests.list(actor, project, input);
    return answerPage(page, (mergeRequest) => new MergeRequestView(mergeRequest, this.urls));
  }

  @Post()
  @Operation({
    summary: 'Open a merge request',
    access: 'user',
    records: ['merge_request.created'],
    creates: true,
    answers: MergeRequestView,
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(CreateMergeRequestInput) input: Input<CreateMergeRequestInput>,
  ): Promise<MergeRequestView> {
    return new MergeRequestView(await this.mergeRequests.create(actor, project, input), this.urls);
  }

  @Get(':merge_request_id')
  @Operation({ summary: 'Get a merge request', access: 'user', answers: MergeRequestView })
  async get(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('merge_request_id') mergeRequest: number,
  ): Promise<MergeRequestView> {
    return new MergeRequestView(
      await this.mergeRequests.get(actor, project, mergeRequest),
      this.urls,
    );
  }

  @Put(':merge_request_id')
  @Operation({
    summary: 'Modify, close, reopen or merge a merge request',
    access: 'user',
    records: ['merge_request.updated'],
    answers: MergeRequestView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('merge_request_id') mergeRequest: number,
    @Params(UpdateMergeRequestInput) input: Input<UpdateMergeRequestInput>,
  ): Promise<MergeRequestView> {
    return new MergeRequestView(
      await this.mergeRequests.update(actor, project, mergeRequest, input),
      this.urls,
    );
  }

  @Delete(':merge_request_id')
  @Operation({
    summary: 'Delete a merge request',
    access: 'user',
    records: ['merge_request.deleted'],
    answers: MergeRequestView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('merge_request_id') mergeRequest: number,
  ): Promise<MergeRequestView> {
    return new MergeRequestView(
      await this.mergeRequests.remove(actor, project, mergeRequest),
      this.urls,
    );
  }
}
