import { Controller, Get } from '@nestjs/common';
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
    operationId: 'confirmEmail',
    answers: { schema: boolean('True: the address is confirmed.', { examples: [true] }) },
  })
  confirm(@Params(ConfirmationParams) input: Input<ConfirmationParams>): Promise<boolean> {
    return this.confirmation.confirm(input.read().confirmation_token);
  }
}
