import { Injectable } from '@nestjs/common';
import { Limits } from '../auth/limits.js';
import { Passwords } from '../auth/passwords.js';
import { currentTime } from '../database/clock.js';
import { Database } from '../database/database.js';
import type { RequestScope } from '../database/request-scope.js';
import { normalizeEmail } from '../emails/email-address.js';
import { Invalid, Unauthorized } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import { CredentialsRepository } from '../users/credentials.repository.js';
import { UserViews } from '../users/user-views.service.js';
import type { CurrentUserView } from '../users/user.view.js';
import { UsersService } from '../users/users.service.js';
import type { SessionParams } from './session.dto.js';

@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly passwords: Passwords,
    private readonly limits: Limits,
    private readonly users: UsersService,
    private readonly views: UserViews,
  ) {}

  /**
   * @throws Unauthorized if login or password is wrong, or the user is blocked
   * @throws TooManyRequests if too many sign-ins from this address have failed
   */
  async create(
    scope: RequestScope,
    address: string,
    input: Input<SessionParams>,
  ): Promise<CurrentUserView> {
    const { params, problems } = input.examine();
    const login = [params.login, params.email].find(isGiven);
    if (login === undefined && !problems['email']) problems['login'] ??= ['is missing'];
    if (login === undefined || Object.keys(problems).length > 0) throw new Invalid(problems);
    let isGuess = false;
    await this.limits.countSignIn(address);
    try {
      return await this.signIn(scope, login, params.password);
    } catch (error) {
      // Any other failure says nothing about the password.
      if (error instanceof Unauthorized) isGuess = true;
      throw error;
    } finally {
      if (!isGuess) await this.limits.forgiveSignIn(address);
    }
  }

  /** @throws Unauthorized if login or password is wrong, or the user is blocked */
  private async signIn(
    scope: RequestScope,
    login: string,
    password: string,
  ): Promise<CurrentUserView> {
    const found = await this.credentials.findByLogin(normalizeEmail(login));
    const isRight = await this.passwords.matches(password, found?.password_hash || null);
    if (!found || !isRight || found.state !== 'active') throw new Unauthorized();
    const { id } = found;
    return this.database.unit(scope, async (unit) => {
      await unit.withRepository(this.credentials).recordSignIn(id, currentTime());
      return this.views.withToken(await this.users.get(id, unit), unit);
    });
  }
}

/** HTML forms also send fields that were left empty. */
const isGiven = (text: unknown): text is string => typeof text === 'string' && /\S/.test(text);
