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

/** The keys of any user, for administrators. */
@Controller('users')
export class UserKeysController {
  constructor(private readonly keys: KeysService) {}

  @Get(':id/keys')
  @Operation({ summary: 'List the SSH keys of a user', access: 'admin', answers: [KeyView] })
  async list(@PathId('id') userId: number, @Params(FullPageParams) input: Input<FullPageParams>) {
    return answerPage(await this.keys.listOf(userId, input), (key) => new KeyView(key));
  }

  @Post(':id/keys')
  @Operation({
    summary: 'Add an SSH key to a user',
    description: 'Returns 404 for every failure.',
    failuresAs404: true,
    access: 'admin',
    records: ['key.added'],
    creates: true,
    answers: KeyView,
  })
  async add(
    @CurrentActor() actor: Actor,
    @PathId('id') userId: number,
    @Params(CreateKeyInput) input: Input<CreateKeyInput>,
  ): Promise<KeyView> {
    return new KeyView(await this.keys.add(actor, userId, input));
  }

  @Delete(':uid/keys/:id')
  @Operation({
    summary: 'Delete an SSH key of a user',
    access: 'admin',
    records: ['key.removed'],
    answers: KeyView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId('uid') userId: number,
    @PathId('id') id: number,
  ): Promise<KeyView> {
    return new KeyView(await this.keys.remove(actor, userId, id));
  }
}
