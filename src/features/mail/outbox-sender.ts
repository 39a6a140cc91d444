import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { People } from '../../core/auth/people.js';
import { CONFIG, type Config } from '../../base/config/config.js';
import { currentTime } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { RequestScope } from '../../database/request-scope.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { LetterWriters } from './letter-writers.js';
import { isOfOneMail, MailTransport, type Letter } from './mail-transport.service.js';
import { OutboxLimits } from './outbox-limits.js';
import { OutboxRepository, type OutboxRow } from './outbox.repository.js';

/**
 * Sends the mails of the outbox in the background: at the start, after a commit that wrote one, and every few seconds
 * those whose time has come. Instances share the work: each attempt takes a lease on its mail.
 */
@Injectable()
export class OutboxSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new ServiceLogger('mail');
  private readonly stopping = new AbortController();
  private timer?: NodeJS.Timeout;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isStopping = false;
  /** The mail server did not respond, and the log says so. */
  private isServerDown = false;
  /** How many mails the server has taken or refused. */
  private answers = 0;
  /** The database failed, and the log says so. */
  private isDatabaseDown = false;

  constructor(
    private readonly database: Database,
    private readonly outbox: OutboxRepository,
    private readonly writers: LetterWriters,
    private readonly transport: MailTransport,
    private readonly people: People,
    private readonly limits: OutboxLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.isWorking) return;
    const wake = () => {
      this.wake();
    };
    this.timer = setInterval(wake, this.limits.pollMs).unref();
    wake();
  }

  /** Attempts that run may end. Later ones are interrupted, and the next start repeats them. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    if (!this.running) return;
    const ended = new AbortController();
    const late = delay(this.limits.stopMs, undefined, { signal: ended.signal }).catch(() => null);
    await Promise.race([this.running, late]);
    ended.abort();
    this.stopping.abort();
    await this.running;
  }

  /** False without a mail server, and in commands: they leave the mails to the service. */
  private get isWorking(): boolean {
    return this.transport.isConfigured && this.config.runsBackgroundWork;
  }

  /** Starts to send, unless the sender is at it already. Does not wait. */
  wake(): void {
    if (!this.isWorking || this.isStopping) return;
    this.isWanted = true;
    this.running ??= this.work().finally(() => {
      this.running = null;
      if (this.isWanted) this.wake();
    });
  }

  /** Resolves when no mail is due, or the mail server does not respond. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async work(): Promise<void> {
    while (this.isWanted && !this.isStopping) {
      this.isWanted = false;
      try {
        while (await this.sendBatch());
        this.isDatabaseDown = false;
      } catch (error) {
        this.reportDatabase(error);
      }
    }
  }

  /** False if nothing is left to do for now. */
  private async sendBatch(): Promise<boolean> {
    const due = await this.outbox.findDue(currentTime(), this.limits.batch);
    // All end, so that none goes on after a failure of another.
    const outcomes = await Promise.allSettled(due.map((mail) => this.send(mail)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    // Without a server, the other mails keep their place until the next look.
    return due.length > 0 && !this.isServerDown && !this.isStopping;
  }

  private async send(mail: OutboxRow): Promise<void> {
    const lease = randomUUID();
    const letter = await this.begin(mail, lease);
    if (!letter) return;
    const { answers } = this;
    const signals = [this.stopping.signal, AbortSignal.timeout(this.limits.attemptMs)];
    try {
      await this.transport.send(letter, AbortSignal.any(signals));
    } catch (error) {
      await this.fail(mail, lease, error, answers);
      return;
    }
    this.reportServer(true);
    await this.write((outbox) => outbox.finish(mail.id, lease));
  }

  /** Takes the lease and writes the letter. Null if there is nothing to send. */
  private begin({ id, ...mail }: OutboxRow, lease: string): Promise<Letter | null> {
    return this.database.unit(RequestScope.background, async (unit) => {
      const outbox = unit.withRepository(this.outbox);
      // The user first: requests lock in this order.
      const person = await this.people.lock(unit, mail.user_id);
      const now = currentTime();
      if (!(await outbox.claim(id, lease, now, now + this.limits.leaseMs))) return null;
      const writer = this.writers.of(mail.kind);
      // A newer instance sends it. This one leaves it alone until the lease ends.
      if (!writer) return null;
      const letter = person && (await writer(unit, person, mail));
      if (!letter) await outbox.finish(id, lease);
      return letter;
    });
  }

  /** @param answers those before the attempt */
  private async fail(
    mail: OutboxRow,
    lease: string,
    error: unknown,
    answers: number,
  ): Promise<void> {
    const now = currentTime();
    if (this.stopping.signal.aborted) {
      await this.write((outbox) => outbox.postpone(mail.id, lease, now));
      return;
    }
    if (isOfOneMail(error)) {
      this.reportServer(true);
      await this.countFailure(mail, lease, error);
    } else if (this.answers > answers) {
      // The server has answered for other mails meanwhile: it only hangs on this address.
      await this.countFailure(mail, lease, error);
    } else {
      this.reportServer(false, error);
      // The failure says nothing about the mail, so the mail is kept, however old it is.
      const until = now + this.limits.waitForServerMs;
      await this.write((outbox) => outbox.postpone(mail.id, lease, until));
    }
  }

  /** Ends an attempt whose failure counts against the mail. After a day of them, gives the mail up. */
  private async countFailure(mail: OutboxRow, lease: string, error: unknown): Promise<void> {
    const failures = mail.refusals + 1;
    const named = { kind: mail.kind, user: mail.user_id, attempts: failures, error };
    if (this.limits.givesUpAfter(failures)) {
      const message = 'A mail could not be sent for a day, and was given up';
      this.logger.warn({ message, ...named });
      await this.write((outbox) => outbox.finish(mail.id, lease));
      return;
    }
    if (mail.refusals === 0) {
      const message = 'The mail server refuses a mail. The service tries again for a day';
      this.logger.warn({ message, ...named });
    }
    const until = currentTime() + this.limits.waitAfter(mail.refusals);
    await this.write((outbox) => outbox.countFailure(mail.id, lease, until));
  }

  /** Logs when the mail server goes away and when it is back, not each attempt. */
  private reportServer(responds: boolean, error?: unknown): void {
    if (responds) this.answers++;
    if (responds === !this.isServerDown) return;
    this.isServerDown = !responds;
    if (responds) this.logger.log('The mail server takes mails again');
    else {
      const message = 'The mail server takes no mails. They wait, and the service tries again';
      this.logger.warn({ message, error });
    }
  }

  private reportDatabase(error: unknown): void {
    if (this.isDatabaseDown) return;
    this.isDatabaseDown = true;
    const message = 'The outbox could not be read or written. The service tries again';
    this.logger.warn({ message, error });
  }

  private write(work: (outbox: OutboxRepository) => Promise<void>): Promise<void> {
    return this.database.unit(RequestScope.background, (unit) =>
      work(unit.withRepository(this.outbox)),
    );
  }
}
