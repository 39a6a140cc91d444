import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { UsageObserver } from '../auth/usage-observer.js';
import type { Unit } from '../database/database.js';
import { RequestScope } from '../database/request-scope.js';
import { Directories } from '../directory/directories.service.js';
import {
  DirectoryUsersRepository,
  type DirectoryUser,
} from '../directory/directory-users.repository.js';
import { DirectoryUnavailable } from '../ldap/directory-errors.js';
import type { ChangeContext } from '../directory/change-context.js';
import { DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import type { Directory } from '../ldap/directory.js';
import { readPerson } from '../directory/read-rights.js';
import type { UserChange } from '../directory/user-changes.js';
import { errorReason } from '../log/loggable.js';
import { ServiceLogger } from '../log/service-logger.js';
import { lookUp } from './absence.js';
import { blockLimit } from './block-limit.js';
import { CheckQueue } from './check-queue.js';
import { DirectoryStates } from './directory-states.service.js';
import { SyncLimits } from './sync-limits.js';

const REASON = 'check on use';

/** Single checks have blocked as many users since the last run as one run may block. */
class LimitReached extends Error {}

/** Looks up users of a directory whose token is used, in the background and at most once an hour each. */
@Injectable()
export class CheckOnUse extends UsageObserver implements OnModuleDestroy {
  private readonly logger = new ServiceLogger('directory');
  private readonly queue = new CheckQueue();
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly directories: Directories,
    private readonly repository: DirectoryUsersRepository,
    private readonly users: DirectoryUsers,
    private readonly states: DirectoryStates,
    private readonly limits: SyncLimits,
  ) {
    super();
  }

  used(userId: number): void {
    if (this.directories.all.length === 0 || this.stopping.signal.aborted) return;
    if (!this.queue.add(userId, this.limits.checkMs)) return;
    this.running ??= this.work().finally(() => {
      this.running = null;
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Resolves when nobody waits for a check. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async work(): Promise<void> {
    // After the request that used the token: it goes first.
    await new Promise((resolve) => setImmediate(resolve));
    for (let users = this.queue.takeAll(); users.length > 0; users = this.queue.takeAll())
      for (const directory of this.directories.all) await this.checkAll(directory, users);
  }

  /** Never throws. */
  private async checkAll(directory: Directory, ids: readonly number[]): Promise<void> {
    // Until the database says which of them this directory has.
    let unchecked = ids;
    try {
      const found = await this.repository.findByUserIds(directory.provider, ids);
      const due: DirectoryUser[] = [];
      for (const user of found)
        if (this.isDue(user)) due.push(user);
        else this.waitUntilDue(user);
      if (due.length === 0) return;
      unchecked = due.map(({ id }) => id);
      const { signal } = this.stopping;
      await directory.withSession((session) => this.checkEach(directory, session, due), signal);
    } catch (error) {
      this.repeat(directory, unchecked, error);
    }
  }

  /**
   * A failure that concerns one user, such as a membership that cannot be read, does not keep the others from their
   * check.
   *
   * @throws an error after which nobody else can be checked
   */
  private async checkEach(
    directory: Directory,
    session: DirectorySession,
    users: readonly DirectoryUser[],
  ): Promise<void> {
    const failed: number[] = [];
    let failure: unknown;
    for (const user of users) {
      if (this.stopping.signal.aborted) return;
      try {
        await this.check(directory, session, user);
      } catch (error) {
        if (!(error instanceof DirectoryUnavailable) || !session.isConnected) throw error;
        failed.push(user.id);
        failure ??= error;
      }
    }
    if (failed.length > 0) this.repeat(directory, failed, failure);
  }

  /** @param failure the first one */
  private repeat({ provider }: Directory, ids: readonly number[], failure: unknown): void {
    if (this.stopping.signal.aborted) return;
    for (const id of ids) this.queue.postpone(id, this.limits.retryMs);
    const reason = errorReason(failure);
    const message =
      'Users could not be checked on use. The first use after a minute repeats the check';
    this.logger.warn({ message, provider, users: ids.length, reason });
  }

  /** Another instance or a run may have checked the user meanwhile. */
  private isDue(user: DirectoryUser): boolean {
    return user.state !== 'blocked' && ageOf(user) > this.limits.checkMs;
  }

  /** Without this, the user would not be checked until an hour after this use, however old the last check is by then. */
  private waitUntilDue(user: DirectoryUser): void {
    const { checkMs, retryMs } = this.limits;
    // An administrator may unblock the user at any time.
    const ms = user.state === 'blocked' ? retryMs : checkMs - ageOf(user) + 1;
    this.queue.bringForward(user.id, ms);
  }

  private async check(
    { config, provider }: Directory,
    session: DirectorySession,
    user: DirectoryUser,
  ): Promise<void> {
    const finding = await lookUp(session, user);
    if (finding.kind === 'unclear') {
      this.queue.postpone(user.id, this.limits.retryMs);
      this.warn(provider, user, finding.reason);
      return;
    }
    // Maybe the ids are those of another attribute: a run sees all users, and decides.
    if (finding.kind === 'absent' && finding.isReplaced) {
      this.warn(provider, user, finding.cause);
      return;
    }
    const scope = RequestScope.background;
    const entry = finding.kind === 'found' ? finding.entry : null;
    const cause = finding.kind === 'found' ? finding.entry.disabled?.reason : finding.cause;
    if (entry && cause === undefined) {
      const reading = await readPerson(session, user, entry, config);
      const change = await this.users.apply(scope, provider, user, reading, { reason: REASON });
      if (reading.hiddenSign !== null) this.queue.postpone(user.id, this.limits.retryMs);
      this.warnAbout(provider, user, change);
      return;
    }
    await this.states.ensure(provider);
    const limit = blockLimit(config, await this.repository.countUsers(provider));
    const context = { reason: REASON, guard: this.countBlocks(provider, limit) };
    const details = { entry, cause: cause ?? '' };
    try {
      const change = await this.users.block(scope, provider, user, details, context);
      this.warnAbout(provider, user, change);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.warn(provider, user, `not blocked, because the limit is reached: ${details.cause}`);
    }
  }

  private countBlocks(provider: string, limit: number): ChangeContext['guard'] {
    return async (unit: Unit, changes: readonly UserChange[]) => {
      const states = unit.withRepository(this.states.repository);
      for (const { state } of changes)
        if (state === 'blocked' && !(await states.countBlock(provider, limit)))
          throw new LimitReached();
    };
  }

  private warnAbout(provider: string, user: DirectoryUser, change: UserChange | null): void {
    for (const conflict of change?.conflicts ?? []) this.warn(provider, user, conflict);
  }

  private warn(provider: string, { username }: DirectoryUser, reason: string): void {
    this.logger.warn({ message: 'A user differs from the directory', provider, username, reason });
  }
}

/** How long ago the last check was. The clock of the instance that made it may be ahead. */
const ageOf = ({ checked_at }: DirectoryUser): number => Math.abs(Date.now() - (checked_at ?? 0));
