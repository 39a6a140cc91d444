import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditAuthor } from '../audit/audit-trail.service.js';
import { addressKey, normalizeAddress } from '../http/server/client-address.js';
import { Database } from '../database/database.js';
import { PeriodicWork } from '../database/periodic-work.js';
import { RequestScope } from '../database/request-scope.js';
import { TooManyRequests, Unauthorized } from '../http/errors/errors.js';
import { ServiceLogger } from '../log/service-logger.js';

/** Failures with a record of their own, per address and per user in each window. */
const RECORDS = 20;
/** Addresses that are counted one by one, and users. A flood from many addresses must not fill memory or disk. */
const MAX_TRACKED = 500;
/** Records that wait in the background. A stop waits for them, and the database can be slow. */
const MAX_WAITING = 100;

/** An address, or the /64 network of an IPv6 address, or all addresses that are not tracked. */
interface Source {
  /** Null for addresses that are not tracked. */
  key: string | null;
  /** The last address of the source. */
  address: string | null;
  recorded: number;
  omitted: number;
  /** Omitted since the last `session.failures_omitted` record. */
  unreported: number;
}

const newSource = (key: string | null): Source => ({
  ...{ key, address: null },
  ...{ recorded: 0, omitted: 0, unreported: 0 },
});

/**
 * Records failed sign-ins in the audit trail. They change nothing, so each has a unit of work of its own.
 *
 * A flood of failures must neither fill the disk nor hide the failures of others. So each address has `RECORDS` records
 * in a window. Further failures from it, and sign-ins that a limit rejects, are only counted. The count is recorded at
 * the 1st, 10th, 100th and so on, so that a crash leaves a trace, and when the window ends. Beyond `MAX_TRACKED`
 * addresses, failures are recorded by user: a flood from many addresses does not hide attacks on other accounts. Only
 * known logins have records then, so the response does not wait for them: its time would tell which logins exist.
 *
 * The login is not recorded: users type passwords into its field. If it belongs to a user, the user is the subject.
 */
@Injectable()
export class FailedSignIns extends PeriodicWork {
  protected readonly intervalMs = 600_000;
  protected readonly logger = new ServiceLogger('audit');
  protected readonly failureMessage = 'The number of failed sign-ins was not recorded';
  private sources = new Map<string, Source>();
  private others = newSource(null);
  /** Records by user, of addresses that are not tracked. */
  private readonly users = new Map<number, number>();
  /** The records that no response waits for, one after the other. */
  private inBackground: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {
    super();
  }

  /**
   * Never fails. Otherwise a wrong password would get another response than 401, and the limit of sign-ins would not
   * count it.
   *
   * @param user the user with the login, or null
   * @param author a user who gave a wrong present password has signed in already
   */
  async record(
    scope: RequestScope,
    user: { id: number; username: string } | null,
    author: AuditAuthor = scope,
  ): Promise<void> {
    const source = this.sourceOf(scope.address);
    const hasRecord = source.key === null ? this.canRecord(user) : source.recorded++ < RECORDS;
    if (!hasRecord) return this.omit(source);
    const subject = { type: 'user', id: user?.id ?? null } as const;
    const details = user ? { username: user.username } : {};
    const write = async (of: RequestScope) => {
      try {
        await this.database.unit(of, (unit) =>
          this.audit.record(unit, author, 'session.failed', subject, details),
        );
      } catch (error) {
        this.logger.error({ message: 'A failed sign-in was not recorded', error });
        this.others.unreported++;
      }
    };
    if (source.key === null) this.runInBackground(() => write(RequestScope.background));
    else await write(scope);
  }

  /** Counts a sign-in that a limit rejects before a password is compared. It has no record of its own. */
  async countIfRejected<Result>(
    scope: RequestScope,
    signIn: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await signIn();
    } catch (error) {
      if (error instanceof TooManyRequests && !isWrongPassword(error))
        await this.omit(this.sourceOf(scope.address));
      throw error;
    }
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.runNow();
  }

  /** Ends the window. */
  protected async work(): Promise<void> {
    const ended = [...this.sources.values(), this.others];
    this.sources = new Map();
    this.others = newSource(null);
    this.users.clear();
    for (const source of ended) await this.report(source);
    await this.inBackground;
  }

  /** @param write never fails */
  private runInBackground(write: () => Promise<void>): void {
    // SQLite writes synchronously: without the pause, the write would still come before the response.
    this.waiting++;
    this.inBackground = this.inBackground.then(() => setImmediate()).then(write);
    this.inBackground = this.inBackground.finally(() => this.waiting--);
  }

  private sourceOf(given: string | null): Source {
    // A proxy may forward any text. All that is no address counts as one source.
    const address = normalizeAddress(given);
    const key = address === null ? '' : addressKey(address);
    let source = this.sources.get(key);
    if (!source && this.sources.size < MAX_TRACKED)
      this.sources.set(key, (source = newSource(key)));
    if (!source) return this.others;
    source.address = address;
    return source;
  }

  /** False if the user has had all records of the window, or cannot be counted, or if too many records wait. */
  private canRecord(user: { id: number } | null): boolean {
    if (!user || this.waiting >= MAX_WAITING) return false;
    const recorded = this.users.get(user.id) ?? 0;
    const isCounted = recorded > 0 || this.users.size < MAX_TRACKED;
    if (!isCounted || recorded >= RECORDS) return false;
    this.users.set(user.id, recorded + 1);
    return true;
  }

  private async omit(source: Source): Promise<void> {
    source.omitted++;
    source.unreported++;
    if (Number.isInteger(Math.log10(source.omitted))) await this.report(source);
  }

  /** Never fails. A number that cannot be recorded now is recorded without its address when the window ends. */
  private async report(source: Source): Promise<void> {
    const { key, address, unreported: count } = source;
    if (count === 0) return;
    // First: failures that come in meanwhile count towards the next record.
    source.unreported = 0;
    const subject = { type: 'user', id: null } as const;
    const details = { count, ...(key ? { network: key } : {}) };
    const write = async () => {
      try {
        await this.database.unit(RequestScope.background, (unit) =>
          this.audit.record(unit, { address }, 'session.failures_omitted', subject, details),
        );
      } catch (error) {
        this.logger.error({ message: this.failureMessage, error });
        this.others.unreported += count;
      }
    };
    if (key === null) this.runInBackground(write);
    else await write();
  }
}

/**
 * A password was compared and is wrong. Beyond the limit of an account, the client gets 429 for it from an address that
 * has signed in before: the 401 is then the cause.
 */
export const isWrongPassword = (error: unknown): boolean =>
  error instanceof Unauthorized ||
  (error instanceof TooManyRequests && error.cause instanceof Unauthorized);
