import { Injectable } from '@nestjs/common';
import type { RequestScope } from '../../database/request-scope.js';
import { signInContext } from './change-context.js';
import { ConfiguredDirectory } from './configured-directory.service.js';
import {
  isIdentified,
  type DirectoryEntry,
  type IdentifiedEntry,
} from '../ldap/directory-entry.js';
import { AmbiguousEntry, InvalidDn } from '../ldap/directory-errors.js';
import { DirectoryUsersRepository, type DirectoryUser } from './directory-users.repository.js';
import { DirectoryUsers } from './directory-users.service.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import type { Directory } from '../ldap/directory.js';
import { NewDirectoryUsers, SignInRefused } from './new-directory-users.service.js';
import { normalizeDn } from '../ldap/normalize-dn.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { findOwnEntry, LoginOfAnother } from './own-entry.js';
import { readPerson } from './read-rights.js';
import { requireOpen, SignInQueue } from './sign-in-queue.js';

const PAGE = 1_000;

type Finder = (session: DirectorySession) => Promise<DirectoryEntry | null>;

/** One attempt to sign in. */
export interface SignIn {
  scope: RequestScope;
  login: string;
  password: string;
  /** The user without a directory who has this login. The entry of another person never gets their account. */
  localUser: number | null;
  attempts: Attempts;
}

/**
 * The limit of wrong passwords for one entry. It counts whichever name the entry was found by. Call it before the
 * password is checked. Null beyond the limit: the password must not be checked. Otherwise returns what to call when the
 * password was right or could not be checked.
 *
 * @param entry identifies the entry
 * @param owner the id of the user with this entry, if there is one
 */
export type Attempts = (
  entry: string,
  owner: number | null,
) => Promise<(() => Promise<void>) | null>;

/**
 * Signs people in with the password of the directory. Methods return the id of the active user, or null. They throw
 * DirectoryUnavailable.
 *
 * A failure costs one search and one bind, whatever is wrong. A second search is needed if a user has a login here that
 * their entry lacks.
 */
@Injectable()
export class DirectorySignIn {
  private readonly logger = new ServiceLogger('directory');
  private readonly queue = new SignInQueue();

  constructor(
    private readonly configured: ConfiguredDirectory,
    private readonly directoryUsers: DirectoryUsersRepository,
    private readonly users: DirectoryUsers,
    private readonly newUsers: NewDirectoryUsers,
  ) {}

  get isConfigured(): boolean {
    return this.configured.directory !== null;
  }

  /** Whether the directory keeps the password of this user. */
  async managesUser(userId: number): Promise<boolean> {
    return (await this.userOf(userId)) !== null;
  }

  /** Only the user's own entry counts. If the login is that of another entry only, nobody signs in. */
  async signInUser(userId: number, signIn: SignIn): Promise<number | null> {
    const user = await this.userOf(userId);
    if (!user) return null;
    return this.run(signIn, user, (session) => findOwnEntry(session, user, signIn.login));
  }

  signInByLogin(signIn: SignIn): Promise<number | null> {
    return this.run(signIn, null, (session) => session.findByLogin(signIn.login));
  }

  private async userOf(userId: number): Promise<DirectoryUser | null> {
    const { directory } = this.configured;
    return directory && (await this.directoryUsers.findByUser(directory.provider, userId));
  }

  private async run(
    signIn: SignIn,
    user: DirectoryUser | null,
    find: Finder,
  ): Promise<number | null> {
    const { directory } = this.configured;
    if (!directory) return null;
    return this.queue.run(directory, signIn.scope, () =>
      directory.withSession(async (session) => {
        const entry = await this.find(directory, user, () => find(session));
        requireOpen(signIn.scope);
        if (entry === null) {
          await directory.authenticateDecoy(signIn.password);
          return null;
        }
        if (!(await this.checkPassword(directory, entry, signIn))) return null;
        return this.enter(directory, session, entry, signIn, user);
      }),
    );
  }

  /** Beyond the limit of the entry, the time and the result are those of a wrong password. */
  private async checkPassword(
    directory: Directory,
    entry: DirectoryEntry,
    { attempts, password }: SignIn,
  ): Promise<boolean> {
    const { provider, config } = directory;
    const { uniqueId, dn } = entry;
    // With authentik, the end of its connection would take the right to search from all others.
    if (config.bindDn !== null && normalizeDn(dn) === normalizeDn(config.bindDn)) {
      this.log(directory, entry, `sign-in refused: the entry is LDAP_BIND_DN`);
      await directory.authenticateDecoy(password);
      return false;
    }
    const owner =
      uniqueId === null ? null : await this.directoryUsers.findByEntry(provider, uniqueId);
    const forgive = await attempts(`${provider} ${uniqueId ?? dn}`, owner?.id ?? null);
    if (!forgive) {
      this.log(directory, entry, 'sign-in refused: too many sign-ins to this entry have failed');
      await directory.authenticateDecoy(password);
      return false;
    }
    let isWrong = false;
    try {
      isWrong = !(await directory.authenticate(entry, password));
      return !isWrong;
    } finally {
      if (!isWrong) await forgive();
    }
  }

  /** Null also if the login does not identify one entry. */
  private async find(
    directory: Directory,
    user: DirectoryUser | null,
    find: () => Promise<DirectoryEntry | null>,
  ): Promise<DirectoryEntry | null> {
    try {
      return await find();
    } catch (error) {
      if (error instanceof LoginOfAnother)
        this.log(directory, error.entry, `sign-in refused: ${error.message}`);
      else if (error instanceof AmbiguousEntry || error instanceof InvalidDn)
        this.log(directory, user && { dn: user.extern_uid }, error.message);
      else throw error;
      return null;
    }
  }

  /** The password was right. */
  private async enter(
    directory: Directory,
    session: DirectorySession,
    entry: DirectoryEntry,
    signIn: SignIn,
    user: DirectoryUser | null,
  ): Promise<number | null> {
    try {
      if (entry.disabled !== null) throw new SignInRefused(entry.disabled.reason);
      if (!isIdentified(entry)) throw new SignInRefused('the entry has no unique id');
      const { provider, config } = directory;
      const owner = user ?? (await this.ownerOf(provider, session, entry));
      if (owner?.state === 'blocked') throw new SignInRefused('an administrator blocked the user');
      if (!owner && signIn.localUser !== null)
        throw new SignInRefused(
          `the login belongs to the user with the id ${signIn.localUser}, who is not linked to this entry`,
        );
      // Otherwise an entry with a copied unique id would sign in to another person's account.
      if (!(await session.isOnlyEntryWithId(entry))) throw new SignInRefused(NOT_FOUND_BY_ID);
      const warn = (reason: string) => {
        this.log(directory, null, reason);
      };
      const reading = await readPerson(session, owner, entry, config, warn);
      requireOpen(signIn.scope);
      if (!owner) await this.newUsers.create(signIn.scope, config, entry, reading.rights);
      else {
        const { scope } = signIn;
        const context = signInContext(scope);
        const change = await this.users.apply(scope, provider, owner, reading, context);
        for (const conflict of change?.conflicts ?? []) this.log(directory, entry, conflict);
      }
      return await this.activeOwner(provider, entry, owner);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      this.log(directory, entry, `sign-in refused: ${error.message}`);
      return null;
    }
  }

  /** After all changes: the user of exactly this entry, unless blocked. */
  private async activeOwner(
    provider: string,
    { uniqueId }: IdentifiedEntry,
    expected: DirectoryUser | null,
  ): Promise<number | null> {
    const user = await this.directoryUsers.findByEntry(provider, uniqueId);
    if (user?.state !== 'active' || user.unique_id !== uniqueId) return null;
    return expected === null || expected.id === user.id ? user.id : null;
  }

  /** The user with this entry. An identity that an administrator has written is found by its DN. */
  private async ownerOf(
    provider: string,
    session: DirectorySession,
    entry: IdentifiedEntry,
  ): Promise<DirectoryUser | null> {
    const found = await this.directoryUsers.findByEntry(provider, entry.uniqueId);
    if (found?.unique_id === entry.uniqueId) return found;
    const dn = normalizeDn(entry.dn);
    for await (const page of this.directoryUsers.pagesWithoutEntry(provider, PAGE))
      for (const owner of page)
        if (normalizeDn(owner.extern_uid) === dn && (await session.isDnOf(owner.extern_uid, entry)))
          return owner;
    return null;
  }

  private log({ provider }: Directory, entry: { dn: string } | null, message: string): void {
    this.logger.warn({ message, provider, ...(entry ? { dn: entry.dn } : {}) });
  }
}

const NOT_FOUND_BY_ID =
  'the directory does not find exactly this entry by its unique id. Run forgenote ldap check';
