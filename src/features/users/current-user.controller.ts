import { Controller, Get, Post } from '@nestjs/common';
import { CurrentActor, CurrentToken } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Operation } from '../../http/routing/operation.js';
import { UserTokens } from './user-tokens.service.js';
import { CurrentUserView, FullUserView } from './user.view.js';

@Controller('user')
export class CurrentUserController {
  constructor(private readonly tokens: UserTokens) {}

  @Get()
  @Operation({
    summary: 'Get the current user',
    description:
      'With sudo, returns the effective user with their private token, and records that in the audit trail.',
    access: 'user',
    records: ['user.token_shown'],
    answers: { anyOf: [CurrentUserView, FullUserView] },
  })
  get(@CurrentActor() actor: Actor): Promise<FullUserView> {
    return this.tokens.current(actor);
  }

  @Post('private_token/reset')
  @Operation({
    summary: 'Replace the own private token',
    description: 'Returns the user with the new token. The old one stops working at once.',
    access: 'user',
    records: ['user.token_reset'],
    operationId: 'resetCurrentUserPrivateToken',
    answers: CurrentUserView,
  })
  resetToken(
    @CurrentActor() actor: Actor,
    @CurrentToken() token: string,
  ): Promise<CurrentUserView> {
    return this.tokens.resetOwn(actor, token);
  }
}
