import { Controller, Post } from '@nestjs/common';
import { CurrentScope } from '../../core/auth/access.js';
import type { RequestScope } from '../../database/request-scope.js';
import { Params, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { TextParam } from '../../http/input/params.js';
import { boolean } from '../../http/schema/schema.js';
import { UserConfirmation } from './user-confirmation.service.js';

export class ConfirmationInput {
  @TextParam({
    description: 'The secret from the confirmation mail.',
    example: 'aB3dE5fG7hJ9kL1mN3pQ',
  })
  confirmation_token!: string;
}

@Controller('confirmation')
export class ConfirmationController {
  constructor(private readonly confirmation: UserConfirmation) {}

  @Post()
  @Operation({
    summary: 'Confirm an address',
    description:
      'The mail links to the page `/users/confirmation`, whose button does the same. A link works once, within 24 hours.',
    access: 'public',
    records: ['email.confirmed', 'email.removed'],
    operationId: 'confirmEmail',
    missing: 'User',
    answers: { schema: boolean('True: the address is confirmed.', { examples: [true] }) },
  })
  confirm(
    @CurrentScope() scope: RequestScope,
    @Params(ConfirmationInput) input: Input<ConfirmationInput>,
  ): Promise<boolean> {
    return this.confirmation.confirm(scope, input.read().confirmation_token);
  }
}
