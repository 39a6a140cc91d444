import { Controller, Post } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { PathProject, type ProjectRef } from '../projects/project-ref.js';
import { CreatePushEventInput } from './event.dto.js';
import { PUSHED } from './event-examples.js';
import { EventView } from './event.view.js';
import { EventsService } from './events.service.js';

@Controller('projects/:id/push_events')
export class PushEventsController {
  constructor(
    private readonly events: EventsService,
    private readonly urls: PublicUrl,
  ) {}

  @Post()
  @Operation({
    summary: 'Record a push',
    description:
      'For the post-receive hook of a repository. The caller becomes the author of the event.',
    access: 'user',
    records: ['push_event.created'],
    creates: true,
    answers: EventView,
    examples: { Push: PUSHED },
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(CreatePushEventInput) input: Input<CreatePushEventInput>,
  ): Promise<EventView> {
    return new EventView(await this.events.createPush(actor, project, input), this.urls);
  }
}
