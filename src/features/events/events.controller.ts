import { Controller, Get } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { answerPage } from '../../http/pagination/page.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { ListEventsParams } from './event.dto.js';
import { EVENT_EXAMPLES } from './event-examples.js';
import { EventView } from './event.view.js';
import { EventsService } from './events.service.js';

@Controller('users/:id/events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly urls: PublicUrl,
  ) {}

  @Get()
  @Operation({
    summary: 'List the contribution events of a user',
    access: 'user',
    answers: [EventView],
    examples: EVENT_EXAMPLES,
  })
  async list(
    @CurrentActor() actor: Actor,
    @PathId('id') user: number,
    @Params(ListEventsParams) input: Input<ListEventsParams>,
  ) {
    const page = await this.events.list(actor, user, input);
    return answerPage(page, (event) => new EventView(event, this.urls));
  }
}
