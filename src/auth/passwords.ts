import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Unavailable } from '../http/errors/errors.js';

/** For argon2id, the library's default: OWASP's first choice of 19 MiB, two passes, one lane; some 30 ms. */
const COST = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** What waits longer than this many is answered too late: some 3 s on one core. */
const MAX_WAITING = 200;

/** Hashes and checks passwords, a bounded number at once so that log-ins cannot take the machine. */
@Injectable()
export class Passwords {
  private readonly limit = pLimit(2);
  private decoy?: Promise<string>;

  /** @throws Unavailable when too many wait already */
  hash(password: string): Promise<string> {
    return this.queue(() => hash(password, COST));
  }

  /**
   * Costs the same for somebody who does not exist (null), so that the time tells nothing.
   *
   * @throws Unavailable when too many wait already
   */
  async matches(password: string, hashed: string | null): Promise<boolean> {
    this.decoy ??= this.hash('nobody has this password');
    const against = hashed ?? (await this.decoy);
    const right = await this.queue(() => verify(against, password));
    return right && hashed !== null;
  }

  private async queue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.limit.pendingCount >= MAX_WAITING) throw new Unavailable();
    return this.limit(work);
  }
}
