import { hash } from 'node:crypto';
import type { Row } from '../../database/engines/copy/snapshot.js';

/** 16 bytes of each digest are enough to notice damage. */
const MODULUS = 1n << 128n;

/** A checksum of the rows of a table that does not depend on their order: engines order texts differently. */
export class RowChecksum {
  private sum = 0n;
  rows = 0;

  /** Returns the row as the backup file contains it. */
  add(row: Row): string {
    const text = JSON.stringify(row);
    this.sum = (this.sum + BigInt(`0x${hash('sha256', text).slice(0, 32)}`)) % MODULUS;
    this.rows++;
    return text;
  }

  /** 32 hexadecimal digits. */
  get value(): string {
    return this.sum.toString(16).padStart(32, '0');
  }
}
