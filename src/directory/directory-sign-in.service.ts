import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { RequestScope } from '../database/request-scope.js';
import { Directories } from './directories.service.js';
import { isIdentified, type DirectoryEntry, type IdentifiedEntry } from './directory-entry.js';
import { AmbiguousEntry, InvalidDn } from './directory-errors.js';
import { DirectoryUsersRepository, type DirectoryUser } from './directory-users.repository.js';
import { DirectoryUsers } from './directory-users.service.js';
import type { Directory, DirectorySession } from './directory.js';
import { NewDirectoryUsers, SignInRefused } from './new-directory-users.service.js';
import { normalizeDn } from './normalize-dn.js';
import { readPerson } from './read-rights.js';
import { requireOpen, SignInQueue } from './sign-in-queue.js';

const PAGE = 1_000;
const REASON = 'sign-in';

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
 * Signs people in with the password of their directory. Methods return the id of the active user, or null. They throw
 * DirectoryUnavailable.
 *
 * A failure costs one search in each directory that is asked and one bind, whatever is wrong.
 */
@Injectable()
export class DirectorySignIn {
  private readonly logger = new Logger('directory');
  private readonly queue = new SignInQueue();

  constructor(
    private readonly directories: Directories,
    private readonly directoryUsers: DirectoryUsersRepository,
    private readonly users: DirectoryUsers,
    private readonly newUsers: NewDirectoryUsers,
  ) {}

  get isConfigured(): boolean {
    return this.directories.all.length > 0;
  }

  /** The first directory that the user has an identity of. */
  async directoryOf(userId: number): Promise<Directory | null> {
    for (const directory of this.directories.all)
      if (await this.directoryUsers.findByUser(directory.provider, userId)) return directory;
    return null;
  }

  /** Only the user's own entry counts, whoever else has the login there. */
  async signInUser(directory: Directory, userId: number, signIn: SignIn): Promise<number | null> {
    const user = await this.directoryUsers.findByUser(directory.provider, userId);
    if (!user) return null;
    const find: Finder = (session) =>
      user.unique_id === null
        ? session.findByDn(user.extern_uid)
        : session.findByUniqueId(user.unique_id);
    const result = await this.tryDirectory(directory, find, signIn, user);
    return result === 'no entry' ? null : result;
  }

  /** The first directory that has the login decides. */
  async signInByLogin(signIn: SignIn): Promise<number | null> {
    const { all } = this.directories;
    for (const directory of all) {
      const find: Finder = (session) => session.findByLogin(signIn.login);
      const decoy = directory === all.at(-1);
      const result = await this.tryDirectory(directory, find, signIn, null, decoy);
      if (result !== 'no entry') return result;
    }
    return null;
  }

  /** @param decoy binds without an entry too */
  private tryDirectory(
    directory: Directory,
    find: Finder,
    signIn: SignIn,
    user: DirectoryUser | null,
    decoy = true,
  ): Promise<number | null | 'no entry'> {
    return this.queue.run(directory, signIn.scope, () =>
      directory.withSession(async (session) => {
        const entry = await this.find(directory, () => find(session));
        requireOpen(signIn.scope);
        if (entry === null) {
          if (decoy) await directory.authenticate(decoyEntry(directory), signIn.password);
          return 'no entry';
        }
        if (entry === 'ambiguous') {
          await directory.authenticate(decoyEntry(directory), signIn.password);
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
    const { provider } = directory;
    const { uniqueId, dn } = entry;
    const owner =
      uniqueId === null ? null : await this.directoryUsers.findByEntry(provider, uniqueId);
    const forgive = await attempts(`${provider} ${uniqueId ?? dn}`, owner?.id ?? null);
    if (!forgive) {
      this.log(directory, entry, 'sign-in refused: too many sign-ins to this entry have failed');
      await directory.authenticate(decoyEntry(directory), password);
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

  private async find(
    directory: Directory,
    find: () => Promise<DirectoryEntry | null>,
  ): Promise<DirectoryEntry | 'ambiguous' | null> {
    try {
      return await find();
    } catch (error) {
      if (!(error instanceof AmbiguousEntry || error instanceof InvalidDn)) throw error;
      this.log(directory, null, error.message);
      return 'ambiguous';
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
      const managing = owner && (await this.directoryOf(owner.id));
      if (managing && managing !== directory)
        throw new SignInRefused(`the directory ${managing.provider} manages the user`);
      if (!owner && signIn.localUser !== null)
        throw new SignInRefused(
          `the login belongs to the user with the id ${signIn.localUser}, who is not linked to this entry`,
        );
      // Otherwise an entry with a copied unique id would sign in to another person's account.
      if (!(await session.isOnlyEntryWithId(entry))) throw new SignInRefused(NOT_FOUND_BY_ID);
      const reading = await readPerson(session, owner, entry, config);
      requireOpen(signIn.scope);
      if (!owner) await this.newUsers.create(signIn.scope, directory, entry, reading.rights);
      else {
        const { scope } = signIn;
        const context = { reason: REASON, address: scope.address };
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

  private log({ provider }: Directory, entry: DirectoryEntry | null, message: string): void {
    this.logger.warn({ message, provider, ...(entry ? { dn: entry.dn } : {}) });
  }
}

const NOT_FOUND_BY_ID =
  'the directory does not find exactly this entry by its unique id. Run forgenote ldap check';

/** An entry that does not exist. A bind with its DN takes as long as one with a wrong password. */
const decoyEntry = ({ config: { base } }: Directory) => ({
  dn: `cn=${randomBytes(8).toString('hex')},${base}`,
});
