import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CurrentActor } from '../auth/access.js';
import type { Actor } from '../auth/actor.js';
import { Params, PathId, type Input } from '../http/input/input.js';
import { Operation } from '../http/routing/operation.js';
import { answerPage, FullPageParams } from '../http/pagination/page.js';
import { CreateKeyParams } from './key.dto.js';
import { KeyView } from './key.view.js';
import { KeysService } from './keys.service.js';

@Controller('user/keys')
export class CurrentUserKeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @Operation({ summary: 'List own SSH keys', access: 'user', answers: [KeyView] })
  async list(@CurrentActor() actor: Actor, @Params(FullPageParams) input: Input<FullPageParams>) {
    return answerPage(await this.keys.list(actor, input), (key) => new KeyView(key));
  }

  @Get(':id')
  @Operation({ summary: 'Get an own SSH key', access: 'user', answers: KeyView })
  async get(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<KeyView> {
    return new KeyView(await this.keys.get(actor, id));
  }

  @Post()
  @Operation({ summary: 'Add an SSH key', access: 'user', answers: KeyView })
  async add(
    @CurrentActor() actor: Actor,
    @Params(CreateKeyParams) input: Input<CreateKeyParams>,
  ): Promise<KeyView> {
    return new KeyView(await this.keys.add(actor, input));
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete an own SSH key',
    description: 'Answers the key, or null when it is gone already or never was there.',
    access: 'user',
    answers: { anyOf: [KeyView, { type: 'null' }] },
  })
  async remove(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<KeyView | null> {
    const removed = await this.keys.removeIfThere(actor, id);
    return removed && new KeyView(removed);
  }
}
