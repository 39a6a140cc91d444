import { digestOf } from '../ldap/digests.js';
import { lowerBound } from '../ldap/lower-bound.js';
import { normalizeDn } from '../ldap/normalize-dn.js';
import { LoggableError } from '../log/loggable-error.js';

const FIRST_CAPACITY = 256;
const PLACE_BITS = 32n;
const MAX_PLACE = 2 ** 32 - 1;

/**
 * Finds users by the normalized DN, in 16 bytes a user. Another DN may have the same digest: the caller compares the
 * user's own. Add all users before the first look.
 */
export class DnIndex {
  private ids = new Float64Array(FIRST_CAPACITY);
  /** 32 bits of the digest, then the place in `ids`. */
  private keys = new BigUint64Array(FIRST_CAPACITY);
  private isSorted = true;
  private size = 0;

  add(dn: string, id: number): void {
    if (this.size === this.ids.length) this.grow();
    if (this.size > MAX_PLACE) throw new LoggableError('A directory can have at most 2^32 users');
    this.ids[this.size] = id;
    this.keys[this.size] = firstKey(dn) | BigInt(this.size);
    this.size++;
    this.isSorted = false;
  }

  /** Ids of all users with this DN, and seldom of others. */
  find(dn: string): number[] {
    if (this.size === 0) return [];
    if (!this.isSorted) this.keys.subarray(0, this.size).sort();
    this.isSorted = true;
    const first = firstKey(dn);
    const start = lowerBound(this.size, (at) => (this.keys[at] ?? first) < first);
    const found: number[] = [];
    for (let at = start; at < this.size; at++) {
      const key = this.keys[at] ?? 0n;
      if (key >> PLACE_BITS !== first >> PLACE_BITS) break;
      found.push(this.ids[Number(key & BigInt(MAX_PLACE))] ?? NaN);
    }
    return found;
  }

  get bytes(): number {
    return this.ids.byteLength + this.keys.byteLength;
  }

  private grow(): void {
    const { ids, keys } = this;
    this.ids = new Float64Array(ids.length * 2);
    this.ids.set(ids);
    this.keys = new BigUint64Array(keys.length * 2);
    this.keys.set(keys);
  }
}

/** The smallest key of a DN. */
const firstKey = (dn: string): bigint => BigInt(digestOf(normalizeDn(dn)) % 2 ** 32) << PLACE_BITS;
