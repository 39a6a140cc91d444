import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { Database, type Unit } from '../../database/database.js';
import { Forbidden, NotFound } from '../../http/errors/errors.js';
import { requireAnotherAdministrator } from './last-administrator.js';
import { isGhost } from './user-name.js';
import { UsersRepository, type LockedState } from './users.repository.js';

/** Both methods return whether they changed the state. */
@Injectable()
export class UserBlocking {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly audit: AuditTrail,
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
        const { state, username } = found(user);
        if (state === 'ldap_blocked')
          throw new Forbidden('LDAP blocked users cannot be modified by the API');
        if (state === 'blocked') return false;
        if (id === actor.id || id === actor.caller.id)
          throw new Forbidden('You cannot block your own account');
        requireAnotherAdministrator(administrators, id);
        await unit.withRepository(this.users).setState(id, 'blocked');
        await this.record(unit, actor, id, { username, state }, 'blocked');
        return true;
      },
    );
  }

  async unblock(actor: Actor, id: number): Promise<boolean> {
    return this.database.lockedUnit(
      actor.scope,
      (unit) => unit.withRepository(this.users).lockState(id),
      async (unit, user) => {
        const { state, username } = found(user);
        if (state === 'ldap_blocked')
          throw new Forbidden('LDAP blocked users cannot be unblocked by the API');
        if (state === 'active') return false;
        await unit.withRepository(this.users).setState(id, 'active');
        await this.record(unit, actor, id, { username, state }, 'active');
        return true;
      },
    );
  }

  private async record(
    unit: Unit,
    actor: Actor,
    id: number,
    { username, state: from }: LockedState,
    to: 'active' | 'blocked',
  ): Promise<void> {
    const action = to === 'active' ? 'user.unblocked' : 'user.blocked';
    const details = { username, changes: { state: { from, to } } };
    await this.audit.record(unit, actor, action, { type: 'user', id }, details);
  }
}

function found(user: LockedState | null): LockedState {
  if (!user) throw new NotFound('User');
  if (isGhost(user)) throw new Forbidden('The ghost user cannot be changed');
  return user;
}
