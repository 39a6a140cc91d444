import { Controller, Ip, Post } from '@nestjs/common';
import { CurrentScope } from '../../core/auth/access.js';
import type { RequestScope } from '../../database/request-scope.js';
import { Params, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { CurrentUserView } from '../../features/users/user.view.js';
import { SessionInput } from './session.dto.js';
import { SessionService } from './session.service.js';

@Controller('session')
export class SessionController {
  constructor(private readonly session: SessionService) {}

  @Post()
  @Operation({
    summary: 'Sign in',
    description:
      'Returns the user with their private token. 401 if the login or the password is wrong. 503 if the directory that may contain the user does not respond.',
    access: 'public',
    records: [
      'session.created',
      'session.failed',
      'user.created',
      'user.updated',
      'user.blocked',
      'user.unblocked',
      'email.removed',
    ],
    answers: CurrentUserView,
    authenticates: true,
    isLimited: true,
  })
  create(
    @CurrentScope() scope: RequestScope,
    @Ip() address: string,
    @Params(SessionInput) input: Input<SessionInput>,
  ): Promise<CurrentUserView> {
    return this.session.create(scope, address, input);
  }
}
