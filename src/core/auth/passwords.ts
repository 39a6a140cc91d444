import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from '../../database/bulkhead.js';
import { Overloaded } from '../../http/errors/errors.js';

/** Parameters of argon2id as OWASP recommends them. One hash takes about 30 ms. */
const COST = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/**
 * A hash with the same cost that no password has. A constant: a hash made at first use would have to be cached, and
 * with it a failure to make it.
 */
const DECOY = [
  '$argon2id$v=19',
  `m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}`,
  'A'.repeat(22),
  'A'.repeat(43),
].join('$');

/** With more waiting requests, a request would wait longer than about 3 s on one core. */
const MAX_WAITING = 200;

/** Hashes and checks passwords, two at a time, so that sign-ins cannot use all CPU cores. */
@Injectable()
export class Passwords {
  private readonly bulkhead = new Bulkhead<'hash'>(2);

  /** @throws Unavailable too many requests are waiting */
  hash(password: string): Promise<string> {
    return this.queue(() => hash(password, COST));
  }

  /**
   * Takes the same time for an unknown user (null), so that the time does not reveal which users exist.
   *
   * @throws Unavailable too many requests are waiting
   */
  async matches(password: string, hashed: string | null): Promise<boolean> {
    const isRight = await this.queue(() => verify(hashed ?? DECOY, password));
    return isRight && hashed !== null;
  }

  private async queue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.bulkhead.waiting('hash') >= MAX_WAITING) {
      throw new Overloaded('passwords');
    }
    return this.bulkhead.run('hash', work);
  }
}
