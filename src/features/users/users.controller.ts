import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { TAKEN } from '../../http/errors/errors.js';
import { Params, PathId, type Input } from '../../http/input/input.js';
import { Operation } from '../../http/routing/operation.js';
import { boolean } from '../../http/schema/schema.js';
import { UserBlocking } from './user-blocking.service.js';
import { UserDeletion } from './user-deletion.service.js';
import { UserIdentities } from './user-identities.service.js';
import { UserTokens } from './user-tokens.service.js';
import { UserViews } from './user-views.service.js';
import { CreateUserInput, DeleteUserParams, ListUsersParams, UpdateUserInput } from './user.dto.js';
import { CurrentUserView, FullUserView, UserProfileView, UserView } from './user.view.js';
import { UsersService } from './users.service.js';

const CHANGED = {
  schema: boolean('True if this changed the state, false if the user already had it.', {
    examples: [true],
  }),
};

@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly views: UserViews,
    private readonly blocking: UserBlocking,
    private readonly deletion: UserDeletion,
    private readonly identities: UserIdentities,
    private readonly tokens: UserTokens,
  ) {}

  @Get()
  @Operation({
    summary: 'List users',
    access: 'user',
    answers: { listOf: [FullUserView, UserView] },
  })
  async list(@CurrentActor() actor: Actor, @Params(ListUsersParams) input: Input<ListUsersParams>) {
    return this.views.list(actor, await this.users.list(actor, input));
  }

  @Post()
  @Operation({
    summary: 'Create a user',
    access: 'admin',
    records: ['user.created', 'email.removed'],
    creates: true,
    answers: FullUserView,
    conflicts: `Email ${TAKEN}`,
  })
  create(
    @CurrentActor() actor: Actor,
    @Params(CreateUserInput) input: Input<CreateUserInput>,
  ): Promise<FullUserView> {
    return this.users.create(actor, input);
  }

  @Get(':id')
  @Operation({
    summary: 'Get a user',
    access: 'user',
    answers: { anyOf: [FullUserView, UserProfileView] },
  })
  async get(@CurrentActor() actor: Actor, @PathId('id') id: number) {
    return this.views.single(actor, await this.users.get(id));
  }

  @Put(':id')
  @Operation({
    summary: 'Modify a user',
    description: 'Changes the given fields only. Every failure is a 404.',
    failuresAs404: true,
    access: 'admin',
    records: ['user.updated', 'email.removed'],
    answers: FullUserView,
  })
  update(
    @CurrentActor() actor: Actor,
    @PathId('id') id: number,
    @Params(UpdateUserInput) input: Input<UpdateUserInput>,
  ): Promise<FullUserView> {
    return this.users.update(actor, id, input);
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a user',
    description: 'Returns the deleted user, or null if there was none.',
    access: 'admin',
    records: ['user.deleted'],
    answers: { anyOf: [FullUserView, { type: 'null' }] },
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathId('id') id: number,
    @Params(DeleteUserParams) input: Input<DeleteUserParams>,
  ): Promise<FullUserView | null> {
    return this.deletion.remove(actor, id, input);
  }

  @Delete(':id/identities/:provider')
  @Operation({
    summary: 'Remove an identity of a user',
    description:
      'Returns the user without the identity. A user blocked by the directory becomes `blocked`, so that an administrator can unblock them.',
    access: 'admin',
    records: ['user.identity_removed'],
    answers: FullUserView,
    examples: { FullUserView: { identities: [] } },
  })
  removeIdentity(
    @CurrentActor() actor: Actor,
    @PathId('id') id: number,
    @Param('provider') provider: string,
  ): Promise<FullUserView> {
    return this.identities.remove(actor, id, provider);
  }

  @Post(':id/private_token/reset')
  @Operation({
    summary: 'Replace the private token of a user',
    description: 'Returns the user with the new token. The old one stops working at once.',
    access: 'admin',
    records: ['user.token_reset'],
    operationId: 'resetUserPrivateToken',
    answers: CurrentUserView,
  })
  resetToken(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<CurrentUserView> {
    return this.tokens.reset(actor, id);
  }

  @Put(':id/block')
  @Operation({
    summary: 'Block a user',
    access: 'admin',
    records: ['user.blocked'],
    answers: CHANGED,
  })
  block(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<boolean> {
    return this.blocking.block(actor, id);
  }

  @Post(':id/block')
  @Operation({
    summary: 'Block a user (for older clients)',
    access: 'admin',
    records: ['user.blocked'],
    answers: CHANGED,
  })
  blockByPost(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<boolean> {
    return this.blocking.block(actor, id);
  }

  @Put(':id/unblock')
  @Operation({
    summary: 'Unblock a user',
    access: 'admin',
    records: ['user.unblocked'],
    answers: CHANGED,
  })
  unblock(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<boolean> {
    return this.blocking.unblock(actor, id);
  }

  @Post(':id/unblock')
  @Operation({
    summary: 'Unblock a user (for older clients)',
    access: 'admin',
    records: ['user.unblocked'],
    answers: CHANGED,
  })
  unblockByPost(@CurrentActor() actor: Actor, @PathId('id') id: number): Promise<boolean> {
    return this.blocking.unblock(actor, id);
  }
}
