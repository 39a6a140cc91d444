import { createHash, randomBytes } from 'node:crypto';
import { NumberSet } from './number-set.js';

/** Nobody outside this process can make two texts with the same digest. */
const SALT = randomBytes(16);

/** 48 bits, which a number holds exactly. */
export const digestOf = (text: string): number =>
  createHash('sha256').update(SALT).update(text).digest().readUIntBE(0, 6);

/** Texts in 8 bytes each. Two different texts are the same with a chance of 1 in 2^48. */
export class DigestSet {
  private readonly digests = new NumberSet();

  add(text: string): void {
    this.digests.add(digestOf(text));
  }

  has(text: string): boolean {
    return this.digests.has(digestOf(text));
  }

  /** True if the text was added more than once. */
  isRepeated(text: string): boolean {
    return this.digests.isRepeated(digestOf(text));
  }

  get isEmpty(): boolean {
    return this.digests.size === 0;
  }
}
