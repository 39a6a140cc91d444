import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { digest } from '../../core/auth/secrets.js';
import { Database, type Unit } from '../../database/database.js';
import { Forbidden, NotFound, Unauthorized } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import { CredentialsRepository } from './credentials.repository.js';
import type { CreateUserInput } from './user.dto.js';
import { isGhost } from './user-name.js';
import { UserViews } from './user-views.service.js';
import type { CurrentUserView, FullUserView } from './user.view.js';
import { UsersRepository, type UserRow } from './users.repository.js';
import { UsersService } from './users.service.js';

/** Shows and replaces private tokens. */
@Injectable()
export class UserTokens {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly credentials: CredentialsRepository,
    private readonly tokens: SealedTokens,
    private readonly service: UsersService,
    private readonly views: UserViews,
    private readonly audit: AuditTrail,
  ) {}

  /** The effective user, with the private token only if the request used sudo. */
  async current(actor: Actor): Promise<FullUserView> {
    if (actor.sudo) return this.show(actor, actor.id);
    const rows = await this.users.findWithIdentities(actor.id);
    const [user] = rows;
    if (!user) throw new NotFound('User');
    return this.views.fullWith(user, rows);
  }

  /** Any user with the private token, for requests with sudo and for the command line. */
  async show(actor: Actor, id: number): Promise<CurrentUserView> {
    const user = await this.service.get(id);
    return this.database.unit(actor.scope, (unit) => this.showUser(unit, actor, user));
  }

  /**
   * Creates a user with the token in the response, for the command line. In one unit of work: a failure between the two
   * would leave a user whose token and generated password nobody has seen.
   */
  create(actor: Actor, input: Input<CreateUserInput>): Promise<CurrentUserView> {
    return this.service.createAndShow(actor, input, (unit, user) =>
      this.showUser(unit, actor, user),
    );
  }

  /**
   * Replaces the token of the effective user.
   *
   * @param token the token of the request
   * @throws Unauthorized a concurrent request has replaced it: a stolen token must not replace its successor
   */
  resetOwn(actor: Actor, token: string): Promise<CurrentUserView> {
    return this.replace(actor, actor.id, actor.sudo ? undefined : digest(token));
  }

  /** Replaces the token of any user, for administrators. */
  reset(actor: Actor, id: number): Promise<CurrentUserView> {
    return this.replace(actor, id);
  }

  private async showUser(unit: Unit, actor: Actor, user: UserRow): Promise<CurrentUserView> {
    const { id, username } = user;
    const subject = { type: 'user', id } as const;
    await this.audit.record(unit, actor, 'user.token_shown', subject, { username });
    return this.views.withToken(user, unit);
  }

  private replace(actor: Actor, id: number, former?: string): Promise<CurrentUserView> {
    const columns = this.tokens.columnsFor();
    const claim = (unit: Unit) => unit.withRepository(this.users).claimBoth(actor.caller.id, id);
    return this.database.lockedUnit(actor.scope, claim, async (unit) => {
      const user = await unit.withRepository(this.users).lockState(id);
      if (!user) throw new NotFound('User');
      if (isGhost(user)) throw new Forbidden('The ghost user cannot be changed');
      if (!(await unit.withRepository(this.credentials).replaceToken(id, columns, former)))
        throw new Unauthorized();
      const { username } = user;
      const subject = { type: 'user', id } as const;
      await this.audit.record(unit, actor, 'user.token_reset', subject, { username });
      return this.views.withToken(await this.service.get(id, unit), unit);
    });
  }
}
