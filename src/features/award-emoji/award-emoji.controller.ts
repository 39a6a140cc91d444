import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage, PageParams } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { PathProject, type ProjectRef } from '../projects/project-ref.js';
import { AwardEmojiView } from '../awards/award-emoji.view.js';
import { GiveAwardInput } from '../awards/award.dto.js';
import { AwardablesService } from './awardables.service.js';
import { AwardsService } from '../awards/awards.service.js';
import { PathAwardable, type AwardableRef } from './path-awardable.js';

const NOTEABLES = [
  'issues/:issue_id',
  'snippets/:snippet_id',
  'merge_requests/:merge_request_id',
].map((path) => `projects/:id/${path}`);

/** The operations on awards, on every kind of noteable and on notes. */
@Controller(
  NOTEABLES.flatMap((path) => [`${path}/award_emoji`, `${path}/notes/:note_id/award_emoji`]),
)
export class AwardEmojiController {
  constructor(
    private readonly awards: AwardsService,
    private readonly awardables: AwardablesService,
    private readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({ summary: 'List awards', access: 'user', answers: [AwardEmojiView] })
  async list(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathAwardable() path: AwardableRef,
    @Params(PageParams) input: Input<PageParams>,
  ) {
    const awardable = await this.awardables.get(actor, project, path);
    return answerPage(
      await this.awards.list(awardable, input),
      (award) => new AwardEmojiView(award, this.urls),
    );
  }

  @Get(':award_id')
  @Operation({ summary: 'Get an award', access: 'user', answers: AwardEmojiView })
  async get(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathAwardable() path: AwardableRef,
    @PathId('award_id') award: number,
  ): Promise<AwardEmojiView> {
    const awardable = await this.awardables.get(actor, project, path);
    return new AwardEmojiView(await this.awards.get(awardable, award), this.urls);
  }

  @Post()
  @Operation({
    summary: 'Give an award',
    description: 'Thumbs up and down on the caller’s own content are rejected.',
    access: 'user',
    records: ['award.added'],
    creates: true,
    answers: AwardEmojiView,
    conflicts: true,
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathAwardable() path: AwardableRef,
    @Params(GiveAwardInput) input: Input<GiveAwardInput>,
  ): Promise<AwardEmojiView> {
    const awardable = await this.awardables.getToWrite(actor, project, path);
    return new AwardEmojiView(await this.awards.create(actor, awardable, input), this.urls);
  }

  @Delete(':award_id')
  @Operation({
    summary: 'Withdraw an award',
    access: 'user',
    records: ['award.removed'],
    answers: AwardEmojiView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @PathAwardable() path: AwardableRef,
    @PathId('award_id') award: number,
  ): Promise<AwardEmojiView> {
    const awardable = await this.awardables.getToWrite(actor, project, path);
    return new AwardEmojiView(await this.awards.withdraw(actor, awardable, award), this.urls);
  }
}
