import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** For argon2id, the library's default: OWASP's first choice of 19 MiB, two passes, one lane; some 30 ms. */
const COST = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Hashes and checks passwords, a bounded number at once so that log-ins cannot take the machine. */
@Injectable()
export class Passwords {
  private readonly limit = pLimit(2);
  private decoy?: Promise<string>;

  hash(password: string): Promise<string> {
    return this.limit(() => hash(password, COST));
  }

  /** Costs the same for somebody who does not exist (null), so that the time tells nothing. */
  async matches(password: string, hashed: string | null): Promise<boolean> {
    this.decoy ??= this.hash('nobody has this password');
    const against = hashed ?? (await this.decoy);
    const right = await this.limit(() => verify(against, password));
    return right && hashed !== null;
  }
}
