import { Controller, Ip, Post } from '@nestjs/common';
import { Params, type Input } from '../http/input/input.js';
import { Operation } from '../http/routing/operation.js';
import { CurrentUserView } from '../users/user.view.js';
import { SessionParams } from './session.dto.js';
import { SessionService } from './session.service.js';

@Controller('session')
export class SessionController {
  constructor(private readonly session: SessionService) {}

  @Post()
  @Operation({
    summary: 'Sign in',
    description:
      'Returns the user with their private token. 401 if the login or the password is wrong.',
    access: 'public',
    answers: CurrentUserView,
    authenticates: true,
  })
  create(
    @Ip() address: string,
    @Params(SessionParams) input: Input<SessionParams>,
  ): Promise<CurrentUserView> {
    return this.session.create(address, input);
  }
}
