import { Injectable } from '@nestjs/common';
import type { Actor, UserState } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { Forbidden, NotFound } from '../http/errors/errors.js';
import { requireAnotherAdministrator } from './last-administrator.js';
import { isGhost } from './user-name.js';
import { UsersRepository, type LockedState } from './users.repository.js';

/** Both methods return whether they changed the state. */
@Injectable()
export class UserBlocking {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
  ) {}

  async block(actor: Actor, id: number): Promise<boolean> {
    return this.database.lockedUnit(
      actor.scope,
      async (unit) => {
        const users = unit.withRepository(this.users);
        const administrators = await users.lockActiveAdministrators();
        return { administrators, user: await users.lockState(id) };
      },
      async (unit, { administrators, user }) => {
        const state = stateOf(user);
        if (state === 'ldap_blocked')
          throw new Forbidden('LDAP blocked users cannot be modified by the API');
        if (state === 'blocked') return false;
        if (id === actor.id || id === actor.caller.id)
          throw new Forbidden('You cannot block your own account');
        requireAnotherAdministrator(administrators, id);
        await unit.withRepository(this.users).setState(id, 'blocked');
        return true;
      },
    );
  }

  async unblock({ scope }: Actor, id: number): Promise<boolean> {
    return this.database.lockedUnit(
      scope,
      (unit) => unit.withRepository(this.users).lockState(id),
      async (unit, user) => {
        const state = stateOf(user);
        if (state === 'ldap_blocked')
          throw new Forbidden('LDAP blocked users cannot be unblocked by the API');
        if (state === 'active') return false;
        await unit.withRepository(this.users).setState(id, 'active');
        return true;
      },
    );
  }
}

function stateOf(user: LockedState | null): UserState {
  if (!user) throw new NotFound('User');
  if (isGhost(user)) throw new Forbidden('The ghost user cannot be changed');
  return user.state;
}
