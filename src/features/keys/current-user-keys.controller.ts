import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { FullPageParams } from '../../http/pagination/full-page.js';
import { answerPage } from '../../http/pagination/page.js';
import { CreateKeyInput } from './key.dto.js';
import { KeyView } from './key.view.js';
import { KeysService } from './keys.service.js';

@Controller('user/keys')
export class CurrentUserKeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @Operation({ summary: 'List own SSH keys', access: 'user', answers: [KeyView] })
  async list(@CurrentActor() actor: Actor, @Params(FullPageParams) input: Input<FullPageParams>) {
    return answerPage(await this.keys.list(actor.id, input), (key) => new KeyView(key));
  }

  @Get(':id')
  @Operation({ summary: 'Get an own SSH key', access: 'user', answers: KeyView })
  async get(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<KeyView> {
    return new KeyView(await this.keys.get(actor.id, id));
  }

  @Post()
  @Operation({
    summary: 'Add an SSH key',
    access: 'user',
    records: ['key.added'],
    creates: true,
    answers: KeyView,
  })
  async add(
    @CurrentActor() actor: Actor,
    @Params(CreateKeyInput) input: Input<CreateKeyInput>,
  ): Promise<KeyView> {
    return new KeyView(await this.keys.add(actor, actor.id, input));
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete an own SSH key',
    description: 'Returns the deleted key, or null if there is no such key.',
    access: 'user',
    records: ['key.removed'],
    answers: { anyOf: [KeyView, { type: 'null' }] },
  })
  async remove(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<KeyView | null> {
    const removed = await this.keys.removeIfFound(actor, actor.id, id);
    return removed && new KeyView(removed);
  }
}
