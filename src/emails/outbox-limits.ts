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
   * An attempt that has not ended after this time belongs to a process that has died. Longer than
   * `attemptMs` by more than the clocks of two instances differ.
   */
  leaseMs = 120_000;
  /** The wait after the first failed attempt. Each further one doubles it, up to one of the two maxima. */
  firstWaitMs = 10_000;
  /** If the mail server refuses this mail. */
  maxWaitMs = 3_600_000;
  /** If the mail server does not respond: it is tried more often, so that mails go out soon after it is back. */
  maxWaitForServerMs = 60_000;
  /** An attempt that fails at this age of the mail is the last one. */
  giveUpMs = 86_400_000;
  /** How long a stopping service waits for attempts that run. */
  stopMs = 2_000;

  /** The wait until the next attempt. @param attempts how many have ended before the one that has just failed */
  waitAfter(attempts: number, isRefused: boolean): number {
    const longest = isRefused ? this.maxWaitMs : this.maxWaitForServerMs;
    return Math.min(this.firstWaitMs * 2 ** attempts, longest);
  }
}
