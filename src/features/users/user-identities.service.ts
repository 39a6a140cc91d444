import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { CONFIG, type Config } from '../../base/config/config.js';
import { Database, type Unit } from '../../database/database.js';
import { NotFound } from '../../http/errors/errors.js';
import { IdentitiesRepository } from './identities.repository.js';
import { UserViews } from './user-views.service.js';
import type { FullUserView } from './user.view.js';
import { UsersRepository, type LockedState } from './users.repository.js';
import { UsersService } from './users.service.js';

@Injectable()
export class UserIdentities {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly identities: IdentitiesRepository,
    private readonly audit: AuditTrail,
    private readonly service: UsersService,
    private readonly views: UserViews,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the user without the identity. If the directory cannot unblock the user any more, `ldap_blocked` becomes
   * `blocked`, which an administrator can change.
   */
  remove(actor: Actor, id: number, provider: string): Promise<FullUserView> {
    const work = async (unit: Unit, user: LockedState | null) => {
      const users = unit.withRepository(this.users);
      const identities = unit.withRepository(this.identities);
      if (!user) throw new NotFound('User');
      // Compared here, because MariaDB ignores trailing spaces.
      const all = await identities.findByUsers([id]);
      const found = all.find((one) => one.provider === provider);
      if (!found) throw new NotFound('Identity');
      await identities.delete({ userId: id, provider });
      const directory = this.config.directory?.provider;
      const isManaged = all.some((one) => one !== found && one.provider === directory);
      const isBlocked = user.state === 'ldap_blocked' && !isManaged;
      if (isBlocked) await users.setState(id, 'blocked');
      const identity = { from: { provider, extern_uid: found.extern_uid }, to: null };
      const state = { from: user.state, to: 'blocked' };
      const details = {
        username: user.username,
        changes: { identity, ...(isBlocked ? { state } : {}) },
      };
      const subject = { type: 'user', id } as const;
      await this.audit.record(unit, actor, 'user.identity_removed', subject, details);
      return this.views.full(await this.service.get(id, unit), unit);
    };
    const lock = (unit: Unit) => unit.withRepository(this.users).lockState(id);
    return this.database.lockedUnit(actor.scope, lock, work);
  }
}
