import { Controller, Get } from '@nestjs/common';
import { CurrentScope } from '../auth/access.js';
import type { RequestScope } from '../database/request-scope.js';
import { Params, type Input } from '../http/input/input.js';
import { Operation } from '../http/routing/operation.js';
import { TextParam } from '../http/input/params.js';
import { boolean } from '../http/schema/schema.js';
import { UserConfirmation } from './user-confirmation.service.js';

class ConfirmationParams {
  @TextParam({
    description: 'The secret from the confirmation mail.',
    example: 'aB3dE5fG7hJ9kL1mN3pQ',
  })
  confirmation_token!: string;
}

@Controller('confirmation')
export class ConfirmationController {
  constructor(private readonly confirmation: UserConfirmation) {}

  @Get()
  @Operation({
    summary: 'Confirm an address',
    description: 'The confirmation mail links to this address.',
    access: 'public',
    writes: true,
    operationId: 'confirmEmail',
    answers: { schema: boolean('True: the address is confirmed.', { examples: [true] }) },
  })
  confirm(
    @CurrentScope() scope: RequestScope,
    @Params(ConfirmationParams) input: Input<ConfirmationParams>,
  ): Promise<boolean> {
    return this.confirmation.confirm(scope, input.read().confirmation_token);
  }
}
