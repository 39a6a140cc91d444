import { Controller, Delete, Get, Post, UseInterceptors } from '@nestjs/common';
import { FailuresAs404Interceptor } from '../http/errors/failures-as-404.interceptor.js';
import { Params, PathId, type Input } from '../http/input/input.js';
import { Operation } from '../http/routing/operation.js';
import { answerPage, FullPageParams } from '../http/pagination/page.js';
import { UsersService } from '../users/users.service.js';
import { CreateKeyParams } from './key.dto.js';
import { KeyView } from './key.view.js';
import { KeysService } from './keys.service.js';

/** The keys of any user, for administrators. That there is such a user is settled first. */
@Controller('users')
export class UserKeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly users: UsersService,
  ) {}

  @Get(':id/keys')
  @Operation({ summary: 'List the SSH keys of a user', access: 'admin', answers: [KeyView] })
  async list(@PathId('id') user: number, @Params(FullPageParams) input: Input<FullPageParams>) {
    return answerPage(
      await this.keys.list(await this.users.get(user), input),
      (key) => new KeyView(key),
    );
  }

  @Post(':id/keys')
  @UseInterceptors(FailuresAs404Interceptor)
  @Operation({
    summary: 'Add an SSH key to a user',
    description: 'Answers 404 for every failure.',
    access: 'admin',
    answers: KeyView,
  })
  async add(
    @PathId('id') user: number,
    @Params(CreateKeyParams) input: Input<CreateKeyParams>,
  ): Promise<KeyView> {
    return new KeyView(await this.keys.add(await this.users.get(user), input));
  }

  @Delete(':uid/keys/:id')
  @Operation({ summary: 'Delete an SSH key of a user', access: 'admin', answers: KeyView })
  async remove(@PathId('uid') user: number, @PathId('id') id: number): Promise<KeyView> {
    return new KeyView(await this.keys.remove(await this.users.get(user), id));
  }
}
