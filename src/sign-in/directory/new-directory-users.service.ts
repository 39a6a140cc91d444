import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { CONFIG, type Config, type DirectoryConfig } from '../../base/config/config.js';
import { Database, type Unit } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import type { RequestScope } from '../../database/request-scope.js';
import { newUser } from '../../features/users/new-user.js';
import { UserRecords } from '../../features/users/user-records.service.js';
import type { User } from '../../features/users/user.entity.js';
import { UsersRepository } from '../../features/users/users.repository.js';
import type { IdentifiedEntry } from '../ldap/directory-entry.js';
import { authorOf, signInContext, type ChangeContext } from './change-context.js';
import { DirectoryUsersRepository } from './directory-users.repository.js';
import { freeDn } from './free-dn.js';
import { isTaken, type Claim } from './is-taken.js';
import { recordChanges } from './record-changes.js';
import { addressTaken, createdAgain, usernameTaken } from './taken-names.js';
import {
  emailsOf,
  invalidEmail,
  loginsOf,
  lostDn,
  nameOf,
  sharesName,
  storageProblem,
  type Rights,
} from './user-changes.js';
import { isUsername, usernamesFor } from './username.js';

/** No password has this hash. */
const NO_PASSWORD = '';

/** A person with the right password cannot sign in. The message is for the log. */
export class SignInRefused extends Error {}

/** Creates users at their first sign-in. The unique indexes decide whether the account of another user is in the way. */
@Injectable()
export class NewDirectoryUsers {
  constructor(
    private readonly database: Database,
    private readonly records: UserRecords,
    private readonly directoryUsers: DirectoryUsersRepository,
    private readonly users: UsersRepository,
    private readonly audit: AuditTrail,
    private readonly tokens: SealedTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns also if a concurrent request has created the user.
   *
   * @throws SignInRefused
   */
  async create(
    scope: RequestScope,
    { provider, createUsers }: DirectoryConfig,
    entry: IdentifiedEntry,
    rights: Rights,
  ): Promise<void> {
    if (!createUsers)
      throw new SignInRefused('nobody has this entry, and LDAP_CREATE_USERS is off');
    await this.requireAnotherPerson(provider, entry);
    const login = await this.firstFree(loginsOf(entry), (username) => ({
      username: username.toLowerCase(),
    }));
    if (login === undefined) throw new SignInRefused('the entry has no username');
    const problem = storageProblem(entry);
    if (problem !== null) throw new SignInRefused(problem);
    const email = await this.firstFree(emailsOf(entry), (address) => ({ email: address }));
    if (email === undefined) throw new SignInRefused(invalidEmail(entry));
    for (const username of usernamesFor(login, randomInt)) {
      const user = this.userFrom(entry, { username, email, ...rights });
      try {
        await this.insert(scope, provider, { ...entry, login }, user);
        return;
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error;
        // Concurrent sign-ins of the same person violate whichever index the database checks first.
        if (await this.directoryUsers.findByEntry(provider, entry.uniqueId)) return;
        if (error.index !== 'users_username' || isUsername(login))
          throw new SignInRefused(await this.reasonOf(error, provider, user), {
            cause: error,
          });
      }
    }
    throw new SignInRefused(`all usernames made of ${login} are taken`);
  }

  /**
   * An entry that was created again has the DN of the one before, but a new unique id. With another of its usernames and
   * addresses, the person would get a second account.
   */
  private async requireAnotherPerson(provider: string, entry: IdentifiedEntry): Promise<void> {
    const holder = await this.directoryUsers.findByDn(provider, entry.dn);
    if (!holder?.unique_id || holder.unique_id === entry.uniqueId) return;
    if (sharesName(holder, entry)) throw new SignInRefused(createdAgain(holder));
  }

  /** Without a free value, the first: the unique index refuses it, and the log says who has it. */
  private async firstFree(
    values: readonly string[],
    claimOf: (value: string) => Claim,
  ): Promise<string | undefined> {
    if (values.length > 1)
      for (const value of values) if (!(await isTaken(this.users, claimOf(value)))) return value;
    return values[0];
  }

  private userFrom(
    entry: IdentifiedEntry,
    { username, email, ...rights }: Rights & { username: string; email: string },
  ): User {
    const name = nameOf(entry) ?? username;
    const [admin, external] = [rights.admin ?? false, rights.external ?? false];
    return newUser(
      { username, email, name, admin, external, password: NO_PASSWORD },
      {
        passwordHash: NO_PASSWORD,
        projectsLimit: this.config.defaultProjectsLimit,
        createdById: null,
        ...this.tokens.columnsFor(),
      },
    );
  }

  private async insert(
    scope: RequestScope,
    provider: string,
    entry: IdentifiedEntry & { login: string },
    user: User,
  ): Promise<void> {
    const { dn, uniqueId, login } = entry;
    const context = signInContext(scope);
    const author = authorOf(provider, context);
    await this.database.unit(scope, async (unit) => {
      const userId = await this.records.insert(unit, author, user);
      await this.claimDn(unit, provider, entry, context);
      const identity = { userId, provider, externUid: dn, uniqueId, login };
      await unit.withRepository(this.directoryUsers).add(identity);
      const { username, email, admin, external } = user;
      const account = { provider, extern_uid: dn, unique_id: uniqueId };
      await this.audit.record(
        unit,
        author,
        'user.created',
        { type: 'user', id: userId },
        { username, email, admin, external, identity: account, reason: 'first sign-in' },
      );
    });
  }

  /** Active Directory names entries by the names of people: a new person can have the DN of somebody who has left. */
  private async claimDn(
    unit: Unit,
    provider: string,
    { dn, uniqueId }: IdentifiedEntry,
    context: ChangeContext,
  ): Promise<void> {
    const identities = unit.withRepository(this.directoryUsers);
    const other = await identities.findByDn(provider, dn);
    // A concurrent sign-in of the same person has created the user: the unique index says so.
    if (!other || other.unique_id === uniqueId) return;
    if (other.unique_id === null)
      throw new SignInRefused(`the user ${other.username} has an identity with this DN. ${REMOVE}`);
    const { externUid } = await freeDn(identities, other, other.unique_id);
    await recordChanges(this.audit, unit, provider, [lostDn(other, externUid)], context);
  }

  /** What is in the way, and what an administrator can do about it. */
  private async reasonOf(
    { index }: UniqueViolation,
    provider: string,
    { username, usernameKey, email }: User,
  ): Promise<string> {
    const users = this.directoryUsers;
    if (index === 'users_username')
      return usernameTaken(username, await users.findByUsername(provider, usernameKey));
    if (index === 'emails_address')
      return addressTaken(email, await users.findByAddress(provider, email));
    return 'another user has an identity with this DN or unique id';
  }
}

const REMOVE =
  'If they are two people, an administrator can remove that identity: DELETE /users/:id/identities/:provider';
