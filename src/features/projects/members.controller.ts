import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { MembersService } from './members.service.js';
import { CreateMemberInput, ListMembersParams, UpdateMemberInput } from './project.dto.js';
import { PathProject, type ProjectRef } from './project-ref.js';
import { MemberView } from './project.view.js';

@Controller('projects/:id/members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({ summary: 'List the members of a project', access: 'user', answers: [MemberView] })
  async list(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(ListMembersParams) input: Input<ListMembersParams>,
  ) {
    const page = await this.members.list(actor, project, input);
    return answerPage(page, (member) => new MemberView(member, this.urls));
  }

  @Get(':user_id')
  @Operation({ summary: 'Get a member of a project', access: 'user', answers: MemberView })
  async get(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('user_id') user: number,
  ): Promise<MemberView> {
    return new MemberView(await this.members.get(actor, project, user), this.urls);
  }

  @Post()
  @Operation({
    summary: 'Add a member to a project',
    access: 'user',
    records: ['member.added'],
    creates: true,
    answers: MemberView,
    conflicts: 'Already exists',
  })
  async add(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(CreateMemberInput) input: Input<CreateMemberInput>,
  ): Promise<MemberView> {
    return new MemberView(await this.members.add(actor, project, input), this.urls);
  }

  @Put(':user_id')
  @Operation({
    summary: 'Change the access level of a member',
    access: 'user',
    records: ['member.updated'],
    answers: MemberView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('user_id') user: number,
    @Params(UpdateMemberInput) input: Input<UpdateMemberInput>,
  ): Promise<MemberView> {
    return new MemberView(await this.members.update(actor, project, user, input), this.urls);
  }

  @Delete(':user_id')
  @Operation({
    summary: 'Remove a member or leave a project',
    access: 'user',
    records: ['member.removed'],
    answers: MemberView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathId('user_id') user: number,
  ): Promise<MemberView> {
    return new MemberView(await this.members.remove(actor, project, user), this.urls);
  }
}
