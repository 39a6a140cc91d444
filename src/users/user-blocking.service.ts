import { Injectable } from '@nestjs/common';
import type { Actor, UserState } from '../auth/actor.js';
import { Database, type Unit } from '../database/database.js';
import { statement } from '../database/statement.js';
import { Forbidden, NotFound } from '../http/errors/errors.js';
import { keepAnAdministrator } from './last-administrator.js';
import { isGhost, type UserRow } from './user.queries.js';

const STATE = statement<Pick<UserRow, 'state' | 'username'>>(
  'SELECT state, username FROM users WHERE id = :id',
);
const SET_STATE = statement('UPDATE users SET state = :state WHERE id = :id');

/** Blocking and unblocking answer whether they changed anything. */
@Injectable()
export class UserBlocking {
  constructor(private readonly database: Database) {}

  async block(actor: Actor, id: number): Promise<boolean> {
    return this.database.unit(async (unit) => {
      const state = await stateOf(unit, id);
      if (state === 'ldap_blocked')
        throw new Forbidden('LDAP blocked users cannot be modified by the API');
      if (state === 'blocked') return false;
      if (id === actor.id || id === actor.caller.id)
        throw new Forbidden('Nobody can block himself');
      await keepAnAdministrator(unit, id);
      await unit.write(SET_STATE, { id, state: 'blocked' });
      return true;
    });
  }

  async unblock(id: number): Promise<boolean> {
    return this.database.unit(async (unit) => {
      const state = await stateOf(unit, id);
      if (state === 'ldap_blocked')
        throw new Forbidden('LDAP blocked users cannot be unblocked by the API');
      if (state === 'active') return false;
      await unit.write(SET_STATE, { id, state: 'active' });
      return true;
    });
  }
}

async function stateOf(unit: Unit, id: number): Promise<UserState> {
  const [user] = await unit.lock(STATE, { id });
  if (!user) throw new NotFound('User');
  if (isGhost(user))
    throw new Forbidden('The user who keeps what deleted users wrote stays as he is');
  return user.state;
}
