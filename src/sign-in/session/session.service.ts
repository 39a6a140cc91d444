import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import { addressKey } from '../../http/server/client-address.js';
import { Limits, type GiveBack } from '../../core/auth/limits.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { currentTime } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import type { RequestScope } from '../../database/request-scope.js';
import { comparableLogin } from '../ldap/login-forms.js';
import type { Attempts } from '../directory/directory-sign-in.service.js';
import { normalizeEmail } from '../../features/emails/email-address.js';
import { isBlank } from '../../http/input/blank-text.js';
import { Invalid, TooManyRequests, Unauthorized, Unavailable } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import { CredentialsRepository } from '../../features/users/credentials.repository.js';
import { SignInAddressesRepository } from '../../features/users/sign-in-addresses.repository.js';
import { UserViews } from '../../features/users/user-views.service.js';
import type { CurrentUserView } from '../../features/users/user.view.js';
import { UsersService } from '../../features/users/users.service.js';
import { Authentication, type Authenticated } from './authentication.service.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import type { SessionInput } from './session.dto.js';

@Injectable()
export class SessionService {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly addresses: SignInAddressesRepository,
    private readonly tokens: SealedTokens,
    private readonly authentication: Authentication,
    private readonly limits: Limits,
    private readonly users: UsersService,
    private readonly views: UserViews,
    private readonly failures: FailedSignIns,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @throws Unauthorized if login or password is wrong, or the user is blocked
   * @throws Unavailable if the user or an unknown login may belong to a directory that does not respond
   * @throws TooManyRequests if too many sign-ins from this address or to this account have failed
   */
  async create(
    scope: RequestScope,
    address: string,
    input: Input<SessionInput>,
  ): Promise<CurrentUserView> {
    const { params, problems } = input.examine();
    const login = [params.login, params.email].find(isGiven);
    if (login === undefined && !problems['email']) problems['login'] ??= ['is missing'];
    if (login === undefined || Object.keys(problems).length > 0) throw new Invalid(problems);
    const given = { login, password: params.password };
    const giveBack = await this.limits.countSignIn(scope, address);
    return guess(() => this.recorded(scope, address, given), giveBack);
  }

  /** Runs the sign-in. If the login or password is wrong, records that in the audit trail. */
  private async recorded(
    scope: RequestScope,
    address: string,
    given: { login: string; password: string },
  ): Promise<CurrentUserView> {
    const found = await this.credentials.findByLogin(normalizeEmail(given.login));
    try {
      return await this.signIn(scope, address, found, given);
    } catch (error) {
      if (error instanceof Unauthorized) await this.failures.record(scope, found);
      throw error;
    }
  }

  /** @param found the user with the login, or null */
  private async signIn(
    scope: RequestScope,
    address: string,
    found: { id: number } | null,
    { login, password }: { login: string; password: string },
  ): Promise<CurrentUserView> {
    const from = this.tokens.sign(addressKey(address));
    const attempts = this.attemptsFrom(from);
    const authenticate = async () => {
      const user = await this.authentication.authenticate(scope, { login, password, attempts });
      if (!user) throw new Unauthorized();
      return user;
    };
    // No user has the id 0. An unknown login runs the same statements, so it takes the same time.
    const isKnown = await this.addresses.isKnown(found?.id ?? 0, from);
    const comparable = comparableLogin(login);
    const { id, hash } = isKnown
      ? await this.fromKnownAddress(comparable, authenticate)
      : await this.limited(comparable, found, authenticate);
    return this.database.unit(scope, async (unit) => {
      const now = currentTime();
      const isRecorded = await unit.withRepository(this.credentials).recordSignIn(id, hash, now);
      if (!isRecorded) throw new Unauthorized();
      await unit.withRepository(this.addresses).remember(id, from, now);
      const user = await this.users.get(id, unit);
      const author = { caller: user, person: user, address: scope.address };
      const details = { username: user.username };
      await this.audit.record(unit, author, 'session.created', { type: 'user', id }, details);
      return this.views.withToken(user, unit);
    });
  }

  private attemptsFrom(from: string): Attempts {
    return async (entry, owner) => {
      if (owner !== null && (await this.addresses.isKnown(owner, from)))
        return () => Promise.resolve();
      return this.limits.countAttempt(entry);
    };
  }

  /**
   * Accepts the right password beyond the limit of the account: otherwise a stranger could lock the user out. Beyond the
   * limit, a wrong password gets 429, as for an unknown login. So does a password that cannot be checked, because the
   * directory does not respond or too many sign-ins wait. Another response would show who has signed in from the address.
   */
  private async fromKnownAddress(
    login: string,
    authenticate: () => Promise<Authenticated>,
  ): Promise<Authenticated> {
    const { giveBack, refusal } = await this.limits
      .countSignInTo(login)
      .then((giveBack) => ({ giveBack, refusal: null }))
      .catch((error: unknown) => {
        if (!(error instanceof TooManyRequests)) throw error;
        return { giveBack: () => Promise.resolve(), refusal: error };
      });
    try {
      return await guess(authenticate, giveBack);
    } catch (error) {
      const isRefused = error instanceof Unauthorized || error instanceof Unavailable;
      throw isRefused && refusal ? refusal : error;
    }
  }

  /** Counts by login, which responses show, and by user, so that a user with several logins allows no more attempts. */
  private async limited(
    login: string,
    found: { id: number } | null,
    authenticate: () => Promise<Authenticated>,
  ): Promise<Authenticated> {
    const giveBack = await this.limits.countSignInTo(login);
    return guess(async () => {
      // An unknown login is counted twice too, so it takes the same time: a count in Redis takes a round trip.
      const account = found ? `user ${found.id}` : `unknown ${this.tokens.sign(login)}`;
      const giveBackToUser = await this.limits.countAttempt(account);
      // Beyond the limit it takes the same time, and the right password gets the same response as a wrong one.
      const user = await guess(authenticate, async () => giveBackToUser?.());
      if (found && !giveBackToUser) throw new Unauthorized();
      return user;
    }, giveBack);
  }
}

/**
 * Runs a sign-in, and gives its point back unless the password was wrong or the account is limited. Other failures say
 * nothing about the password. The limit of an account costs the point because addresses that the user has signed in from
 * may guess beyond that limit. An unknown login costs the same, so the response does not show which logins exist.
 */
async function guess<Result>(signIn: () => Promise<Result>, giveBack: GiveBack): Promise<Result> {
  let isFailure = false;
  try {
    return await signIn();
  } catch (error) {
    isFailure = error instanceof Unauthorized || error instanceof TooManyRequests;
    throw error;
  } finally {
    if (!isFailure) await giveBack();
  }
}

/** HTML forms also send fields that were left empty. */
const isGiven = (text: unknown): text is string => typeof text === 'string' && !isBlank(text);
