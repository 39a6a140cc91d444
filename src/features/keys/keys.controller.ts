import { Controller, Get } from '@nestjs/common';
import { Params, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { FindKeyParams } from './key.dto.js';
import { OwnedKeyView } from './key.view.js';
import { KeysService } from './keys.service.js';

@Controller('keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @Operation({
    summary: 'Get a key by its fingerprint',
    description:
      'For an SSH server. Returns the key and its owner. Check the state of the owner: blocked users keep their keys.',
    access: 'admin',
    operationId: 'getKeyByFingerprint',
    missing: 'Key',
    answers: OwnedKeyView,
  })
  async get(@Params(FindKeyParams) input: Input<FindKeyParams>): Promise<OwnedKeyView> {
    const { key, owner } = await this.keys.getByFingerprint(input);
    return new OwnedKeyView(key, owner);
  }
}
