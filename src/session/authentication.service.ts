import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Passwords } from '../auth/passwords.js';
import type { RequestScope } from '../database/request-scope.js';
import { DirectoryUnavailable } from '../directory/directory-errors.js';
import {
  DirectorySignIn,
  type Attempts,
  type SignIn,
} from '../directory/directory-sign-in.service.js';
import { normalizeEmail } from '../emails/email-address.js';
import { Unavailable } from '../http/errors/errors.js';
import { CredentialsRepository } from '../users/credentials.repository.js';

/** With a directory, failures take a multiple of this time: longer than a search and a bind usually take. */
const FAILURE_STEP_MS = 500;
/** A local user with a wrong password may be a person of the directory. The service waits this long to find out. */
const MAX_WAIT_FOR_LOCAL_MS = 2_000;

interface Credentials {
  login: string;
  password: string;
  attempts: Attempts;
}

/** Decides who has this login and password, here or in a directory. */
@Injectable()
export class Authentication {
  private readonly logger = new Logger('directory');

  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly passwords: Passwords,
    private readonly directories: DirectorySignIn,
  ) {}

  /**
   * Returns the id of the active user, or null. The time does not reveal why it is null.
   *
   * @throws Unavailable a directory that could know does not respond
   */
  async authenticate(
    scope: RequestScope,
    { login, password, attempts }: Credentials,
  ): Promise<number | null> {
    if (!this.directories.isConfigured) {
      const { found, isRight } = await this.checkLocally(login, password);
      return isRight && found?.state === 'active' ? found.id : null;
    }
    const startedAt = performance.now();
    const signIn = { scope, login, password, attempts, localUser: null };
    const id = await this.withDirectories(signIn);
    if (id === null)
      await delay(FAILURE_STEP_MS - ((performance.now() - startedAt) % FAILURE_STEP_MS));
    return id;
  }

  private async withDirectories(signIn: SignIn): Promise<number | null> {
    const { found, isRight } = await this.checkLocally(signIn.login, signIn.password);
    if (isRight && found?.state === 'active') return found.id;
    try {
      if (found?.directory)
        return await this.directories.signInUser(found.directory, found.id, signIn);
      if (!found) return await this.directories.signInByLogin(signIn);
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable)) throw error;
      this.logger.warn(error.message);
      throw new Unavailable();
    }
    return this.signInAsLinkedUser({ ...signIn, localUser: found.id });
  }

  /** The password of a directory's user here does not count, but is checked for the time that it takes. */
  private async checkLocally(login: string, password: string) {
    const credentials = await this.credentials.findByLogin(normalizeEmail(login));
    const directory = credentials && (await this.directories.directoryOf(credentials.id));
    const hash = directory ? null : credentials?.password_hash;
    const isRight = await this.passwords.matches(password, hash || null);
    return { found: credentials && { ...credentials, directory }, isRight };
  }

  /** A failure of the directory does not concern local users. */
  private async signInAsLinkedUser(signIn: SignIn): Promise<number | null> {
    const abort = new AbortController();
    try {
      return await Promise.race([
        this.directories.signInByLogin(signIn),
        delay(MAX_WAIT_FOR_LOCAL_MS, null, { signal: abort.signal }),
      ]);
    } catch (error) {
      if (error instanceof DirectoryUnavailable || error instanceof Unavailable) return null;
      throw error;
    } finally {
      abort.abort();
    }
  }
}
