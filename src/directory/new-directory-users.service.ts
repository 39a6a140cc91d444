import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import type { RequestScope } from '../database/request-scope.js';
import { newUser } from '../users/new-user.js';
import { UserRecords } from '../users/user-records.service.js';
import type { User } from '../users/user.entity.js';
import type { IdentifiedEntry } from './directory-entry.js';
import { DirectoryUsersRepository } from './directory-users.repository.js';
import type { Directory } from './directory.js';
import { emailOf, loginOf, nameOf, storageProblem, type Rights } from './user-changes.js';
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
    directory: Directory,
    entry: IdentifiedEntry,
    rights: Rights,
  ): Promise<void> {
    if (!directory.config.createUsers)
      throw new SignInRefused(
        `nobody has this entry, and ${directory.config.prefix}CREATE_USERS is off`,
      );
    const { username: login } = entry;
    if (login === null) throw new SignInRefused('the entry has no username');
    const problem = storageProblem(entry);
    if (problem !== null) throw new SignInRefused(problem);
    for (const username of usernamesFor(login, randomInt)) {
      const user = this.userFrom(entry, username, rights);
      try {
        await this.insert(scope, directory.provider, entry, user);
        return;
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error;
        // Concurrent sign-ins of the same person violate whichever index the database checks first.
        if (await this.directoryUsers.findByEntry(directory.provider, entry.uniqueId)) return;
        if (error.index !== 'users_username' || isUsername(login))
          throw new SignInRefused(reasonOf(error, user), { cause: error });
      }
    }
    throw new SignInRefused(`all usernames made of ${login} are taken`);
  }

  private userFrom(entry: IdentifiedEntry, username: string, rights: Rights): User {
    const email = emailOf(entry);
    if (email === null)
      throw new SignInRefused(`the entry has no valid e-mail address: ${String(entry.email)}`);
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
    entry: IdentifiedEntry,
    user: User,
  ): Promise<void> {
    const { dn, uniqueId } = entry;
    const now = user.createdAt;
    await this.database.unit(scope, async (unit) => {
      const author = { origin: provider, address: scope.address };
      const userId = await this.records.insert(unit, author, user);
      const identity = { userId, provider, externUid: dn, uniqueId, login: loginOf(entry) };
      await unit.withRepository(this.directoryUsers).add({ ...identity, checkedAt: now });
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
}

const LINK =
  'An administrator can link that user to this entry: PUT /users/:id with provider and extern_uid';

function reasonOf({ index }: UniqueViolation, { username, email }: User): string {
  if (index === 'users_username') return `another user has the username ${username}. ${LINK}`;
  if (index === 'emails_address') return `another user has the e-mail address ${email}. ${LINK}`;
  return 'another user has an identity with this DN or unique id';
}
