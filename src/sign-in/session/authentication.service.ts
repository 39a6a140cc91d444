import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Passwords } from '../../core/auth/passwords.js';
import { COMMIT_MS, RequestScope } from '../../database/request-scope.js';
import { DirectoryUnavailable } from '../ldap/directory-errors.js';
import {
  DirectorySignIn,
  type Attempts,
  type SignIn,
} from '../directory/directory-sign-in.service.js';
import { normalizeEmail } from '../../features/emails/email-address.js';
import { Unavailable } from '../../http/errors/errors.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { CredentialsRepository } from '../../features/users/credentials.repository.js';

/** With a directory, failures take a multiple of this time: longer than a search and a bind usually take. */
const FAILURE_STEP_MS = 500;
/** Of the time of a request, what is left to record that a local user failed to sign in while the directory hangs. */
const RECORD_MS = 1_000;

interface Credentials {
  login: string;
  password: string;
  attempts: Attempts;
}

/** An active user whose password was right. */
export interface Authenticated {
  id: number;
  /** What the password was compared with; null if a directory has checked it. */
  hash: string | null;
}

interface LocalUser {
  id: number;
  /** The directory keeps the password. */
  isOfDirectory: boolean;
}

/** Decides who has this login and password, here or in the directory. */
@Injectable()
export class Authentication {
  private readonly logger = new ServiceLogger('directory');

  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly passwords: Passwords,
    private readonly directory: DirectorySignIn,
  ) {}

  /**
   * Returns the active user, or null. The time does not reveal why it is null.
   *
   * @throws Unavailable the directory could know, but does not respond
   */
  async authenticate(
    scope: RequestScope,
    { login, password, attempts }: Credentials,
  ): Promise<Authenticated | null> {
    const startedAt = performance.now();
    const { found, authenticated } = await this.checkLocally(login, password);
    if (authenticated || !this.directory.isConfigured) return authenticated;
    const signIn = { scope, login, password, attempts, localUser: null };
    const id = await this.withDirectory(signIn, found);
    if (id !== null) return { id, hash: null };
    await delay(FAILURE_STEP_MS - ((performance.now() - startedAt) % FAILURE_STEP_MS));
    return null;
  }

  /** @param found the user here with this login, who is blocked or has another password */
  private async withDirectory(signIn: SignIn, found: LocalUser | null): Promise<number | null> {
    try {
      if (found?.isOfDirectory) return await this.directory.signInUser(found.id, signIn);
      if (!found) return await this.directory.signInByLogin(signIn);
    } catch (error) {
      if (!(error instanceof DirectoryUnavailable)) throw error;
      this.logger.warn(error.message);
      throw new Unavailable();
    }
    return this.signInAsLinkedUser({ ...signIn, localUser: found.id });
  }

  /** For users of a directory, compares a decoy hash instead of a local password, so that the time reveals nothing. */
  private async checkLocally(login: string, password: string) {
    const credentials = await this.credentials.findByLogin(normalizeEmail(login));
    // No user has the id 0. An unknown login runs the same statements, so it takes the same time.
    const isOfDirectory = await this.directory.managesUser(credentials?.id ?? 0);
    const hash = (!isOfDirectory && credentials?.password_hash) || null;
    const isRight = await this.passwords.matches(password, hash);
    const found: LocalUser | null = credentials && { id: credentials.id, isOfDirectory };
    const authenticated: Authenticated | null =
      isRight && credentials?.state === 'active' ? { id: credentials.id, hash } : null;
    return { found, authenticated };
  }

  /** A failure of the directory does not concern local users, and leaves time to record the failed sign-in. */
  private async signInAsLinkedUser(signIn: SignIn): Promise<number | null> {
    const { partition, address, owner, msForUnit } = signIn.scope;
    // A local login waits as long as any other, so that the time does not tell them apart.
    const ms = msForUnit - RECORD_MS;
    const scope = new RequestScope(ms + COMMIT_MS, partition, address, owner);
    const abort = new AbortController();
    const signingIn = this.directory.signInByLogin({ ...signIn, scope });
    const isLate = delay(ms, 'late' as const, { signal: abort.signal });
    try {
      const result = await Promise.race([signingIn, isLate]);
      if (result !== 'late') return result;
      scope.end();
      return scope.hasWritten ? await signingIn : null;
    } catch (error) {
      if (error instanceof DirectoryUnavailable || error instanceof Unavailable) return null;
      throw error;
    } finally {
      abort.abort();
    }
  }
}
