import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { Limits } from '../../core/auth/limits.js';
import { Passwords } from '../../core/auth/passwords.js';
import { Database } from '../../database/database.js';
import { DirectorySignIn } from '../directory/directory-sign-in.service.js';
import { Forbidden, Invalid } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import { CredentialsRepository } from '../../features/users/credentials.repository.js';
import { UserViews } from '../../features/users/user-views.service.js';
import type { FullUserView } from '../../features/users/user.view.js';
import { UsersService } from '../../features/users/users.service.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import type { ChangePasswordInput } from './password.dto.js';

/** Lets users change their own password. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly passwords: Passwords,
    private readonly directory: DirectorySignIn,
    private readonly limits: Limits,
    private readonly failures: FailedSignIns,
    private readonly users: UsersService,
    private readonly views: UserViews,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @throws Forbidden the user signs in with the password of a directory
   * @throws Invalid a parameter is wrong, also if the password has been changed since it was compared
   * @throws TooManyRequests too many authentications from this address, or with the password of this user, have failed
   */
  async change(
    actor: Actor,
    address: string,
    input: Input<ChangePasswordInput>,
  ): Promise<FullUserView> {
    if (await this.directory.managesUser(actor.id))
      throw new Forbidden('The directory keeps the password of this account: change it there');
    const { current_password, password } = input.read();
    const former = await this.credentials.findPasswordHash(actor.id);
    const given = { password: current_password, hash: former };
    await this.requireCurrent(actor, address, given);
    const passwordHash = await this.passwords.hash(password);
    return this.database.unit(actor.scope, async (unit) => {
      const { id } = actor;
      const credentials = unit.withRepository(this.credentials);
      if (!(await credentials.replacePassword(id, passwordHash, former ?? ''))) throw wrong();
      const user = await this.users.get(id, unit);
      const details = { username: user.username, changes: {}, password_changed: true };
      await this.audit.record(unit, actor, 'user.updated', { type: 'user', id }, details);
      return this.views.full(user, unit);
    });
  }

  /** A stolen token must not allow more guesses than a sign-in does, from however many addresses. */
  private async requireCurrent(
    actor: Actor,
    address: string,
    { password, hash }: { password: string; hash: string | null },
  ): Promise<void> {
    const { scope, id, person } = actor;
    const points = [await this.limits.countSignIn(scope, address)];
    let isWrong = false;
    try {
      // Not the count of the account's sign-ins: a stranger could use that up, and lock the user out.
      points.push(await this.limits.countPassword(scope, id));
      // A user who came from a directory has no password here.
      isWrong = !(await this.passwords.matches(password, hash || null));
      if (!isWrong) return;
      await this.failures.record(scope, person, actor);
      throw wrong();
    } finally {
      if (!isWrong) for (const giveBack of points) await giveBack();
    }
  }
}

const wrong = () => new Invalid({ current_password: ['is invalid'] });
