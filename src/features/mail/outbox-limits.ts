import { Injectable } from '@nestjs/common';

/** Times in milliseconds. Tests make them shorter. */
@Injectable()
export class OutboxLimits {
  /** How often a running service looks for due mails. New mails are sent without waiting for it. */
  pollMs = 5_000;
  /** How many mails are sent at once. */
  batch = 5;
  /** An attempt that takes longer has failed. */
  attemptMs = 60_000;
  /**
   * An attempt that has not ended after this time belongs to a process that has died. Exceeds `attemptMs` by more than
   * the clocks of two instances differ.
   */
  leaseMs = 120_000;
  /** The wait after the first failure of a mail. Each further one doubles it, up to `maxWaitMs`. */
  firstWaitMs = 10_000;
  maxWaitMs = 3_600_000;
  /** The wait while the mail server takes no mails: short, so that mails go out soon after it is back. */
  waitForServerMs = 60_000;
  /** A mail is given up when the waits between its failures add up to this time. */
  giveUpMs = 86_400_000;
  /** How long a stopping service waits for attempts that run. */
  stopMs = 2_000;

  /** The wait after a failure of a mail. @param failures how many the mail had before */
  waitAfter(failures: number): number {
    return Math.min(this.firstWaitMs * 2 ** failures, this.maxWaitMs);
  }

  /**
   * True if that many failures end a mail. Counts the waits, not the age of the mail: while no server is set or none
   * responds, a mail grows old without a failure of its own.
   */
  givesUpAfter(failures: number): boolean {
    let waited = 0;
    for (let n = 0; n < failures - 1 && waited < this.giveUpMs; n++) waited += this.waitAfter(n);
    return waited >= this.giveUpMs;
  }
}
