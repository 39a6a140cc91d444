import { Controller, Get } from '@nestjs/common';
import { Params, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { UserViews } from '../users/user-views.service.js';
import { UsersService } from '../users/users.service.js';
import { FindKeyParams } from './key.dto.js';
import { OwnedKeyView } from './key.view.js';
import { KeysService } from './keys.service.js';

@Controller('keys')
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly users: UsersService,
    private readonly views: UserViews,
  ) {}

  @Get()
  @Operation({
    summary: 'Get a key by its fingerprint',
    description:
      'For an SSH server. Returns the key and its owner. Check the state of the owner: blocked users keep their keys.',
    access: 'admin',
    operationId: 'getKeyByFingerprint',
    answers: OwnedKeyView,
  })
  async get(@Params(FindKeyParams) input: Input<FindKeyParams>): Promise<OwnedKeyView> {
    const key = await this.keys.getByFingerprint(input);
    const owner = await this.users.get(key.user_id);
    return new OwnedKeyView(key, await this.views.full(owner));
  }
}
