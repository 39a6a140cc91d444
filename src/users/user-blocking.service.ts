import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.service.js';
import type { Actor, UserState } from '../auth/actor.js';
import { Database, type Unit } from '../database/database.js';
import { Forbidden, NotFound } from '../http/errors/errors.js';
import { requireAnotherAdministrator } from './last-administrator.js';
import { isGhost } from './user-name.js';
import { UsersRepository } from './users.repository.js';

/** Both methods return whether they changed the state. */
@Injectable()
export class UserBlocking {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly audit: AuditTrail,
  ) {}

  async block(actor: Actor, id: number): Promise<boolean> {
    return this.database.unit(actor.scope, async (unit) => {
      const users = unit.withRepository(this.users);
      const user = await lockState(users, id);
      const { state } = user;
      if (state === 'ldap_blocked')
        throw new Forbidden('LDAP blocked users cannot be modified by the API');
      if (state === 'blocked') return false;
      if (id === actor.id || id === actor.caller.id)
        throw new Forbidden('You cannot block your own account');
      await requireAnotherAdministrator(users, id);
      await users.setState(id, 'blocked');
      await this.record(unit, actor, id, user, 'blocked');
      return true;
    });
  }

  async unblock(actor: Actor, id: number): Promise<boolean> {
    return this.database.unit(actor.scope, async (unit) => {
      const users = unit.withRepository(this.users);
      const user = await lockState(users, id);
      const { state } = user;
      if (state === 'ldap_blocked')
        throw new Forbidden('LDAP blocked users cannot be unblocked by the API');
      if (state === 'active') return false;
      await users.setState(id, 'active');
      await this.record(unit, actor, id, user, 'active');
      return true;
    });
  }

  private async record(
    unit: Unit,
    actor: Actor,
    id: number,
    { username, state: from }: StateOfUser,
    to: 'active' | 'blocked',
  ): Promise<void> {
    const action = to === 'active' ? 'user.unblocked' : 'user.blocked';
    const details = { username, changes: { state: { from, to } } };
    await this.audit.record(unit, actor, action, { type: 'user', id }, details);
  }
}

interface StateOfUser {
  username: string;
  state: UserState;
}

async function lockState(users: UsersRepository, id: number): Promise<StateOfUser> {
  const user = await users.lockState(id);
  if (!user) throw new NotFound('User');
  if (isGhost(user)) throw new Forbidden('The ghost user cannot be changed');
  return user;
}
