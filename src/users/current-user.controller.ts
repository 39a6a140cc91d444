import { Controller, Get } from '@nestjs/common';
import { CurrentActor } from '../auth/access.js';
import type { Actor } from '../auth/actor.js';
import { Operation } from '../http/routing/operation.js';
import { UserViews } from './user-views.service.js';
import { CurrentUserView, FullUserView } from './user.view.js';
import { UsersService } from './users.service.js';

@Controller('user')
export class CurrentUserController {
  constructor(
    private readonly users: UsersService,
    private readonly views: UserViews,
  ) {}

  @Get()
  @Operation({
    summary: 'Get the current user',
    description: 'With sudo, returns the effective user with their private token.',
    access: 'user',
    answers: { anyOf: [FullUserView, CurrentUserView] },
  })
  async get(@CurrentActor() actor: Actor): Promise<FullUserView> {
    return this.views.current(actor, await this.users.get(actor.id));
  }
}
