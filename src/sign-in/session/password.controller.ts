import { Controller, Ip, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { FullUserView } from '../../features/users/user.view.js';
import { ChangePasswordInput } from './password.dto.js';
import { PasswordService } from './password.service.js';

@Controller('user/password')
export class PasswordController {
  constructor(private readonly passwords: PasswordService) {}

  @Put()
  @Operation({
    summary: 'Change the own password',
    description:
      'Needs the present password. The private token does not change. 403 if the user signs in with the password of a directory.',
    access: 'user',
    records: ['user.updated', 'session.failed'],
    answers: FullUserView,
    isLimited: true,
  })
  change(
    @CurrentActor() actor: Actor,
    @Ip() address: string,
    @Params(ChangePasswordInput) input: Input<ChangePasswordInput>,
  ): Promise<FullUserView> {
    return this.passwords.change(actor, address, input);
  }
}
