import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { TAKEN } from '../../http/errors/errors.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage, PageParams } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { AwardEmojiView } from '../awards/award-emoji.view.js';
import { GiveAwardInput } from '../awards/award.dto.js';
import { AwardEmojiService } from './award-emoji.service.js';
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
    private readonly awards: AwardEmojiService,
    private readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({ summary: 'List awards', access: 'user', answers: [AwardEmojiView] })
  async list(
    @CurrentActor() actor: Actor,
    @PathAwardable() awardable: AwardableRef,
    @Params(PageParams) input: Input<PageParams>,
  ) {
    const page = await this.awards.list(actor, awardable, input);
    return answerPage(page, (award) => new AwardEmojiView(award, this.urls));
  }

  @Get(':award_id')
  @Operation({ summary: 'Get an award', access: 'user', answers: AwardEmojiView })
  async get(
    @CurrentActor() actor: Actor,
    @PathAwardable() awardable: AwardableRef,
    @PathId('award_id') award: number,
  ): Promise<AwardEmojiView> {
    return new AwardEmojiView(await this.awards.get(actor, awardable, award), this.urls);
  }

  @Post()
  @Operation({
    summary: 'Give an award',
    description: 'Thumbs up and down on the caller’s own content are rejected.',
    access: 'user',
    records: ['award.added'],
    creates: true,
    answers: AwardEmojiView,
    conflicts: { name: [TAKEN] },
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathAwardable() awardable: AwardableRef,
    @Params(GiveAwardInput) input: Input<GiveAwardInput>,
  ): Promise<AwardEmojiView> {
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
    @PathAwardable() awardable: AwardableRef,
    @PathId('award_id') award: number,
  ): Promise<AwardEmojiView> {
    return new AwardEmojiView(await this.awards.remove(actor, awardable, award), this.urls);
  }
}
