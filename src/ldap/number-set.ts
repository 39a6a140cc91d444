import { lowerBound } from './lower-bound.js';

const FIRST_CAPACITY = 256;

/** Numbers in 8 bytes each. Add all of them before the first look: each look after an addition sorts. */
export class NumberSet {
  private values = new Float64Array(FIRST_CAPACITY);
  private isSorted = true;
  /** How many were added. */
  size = 0;

  add(value: number): void {
    if (this.size === this.values.length) this.values = doubled(this.values);
    this.values[this.size++] = value;
    this.isSorted = false;
  }

  has(value: number): boolean {
    if (!this.isSorted) this.values.subarray(0, this.size).sort();
    this.isSorted = true;
    const place = this.placeOf(value);
    return place < this.size && this.values[place] === value;
  }

  /** True if the number was added more than once. */
  isRepeated(value: number): boolean {
    if (!this.has(value)) return false;
    const next = this.placeOf(value) + 1;
    return next < this.size && this.values[next] === value;
  }

  get bytes(): number {
    return this.values.byteLength;
  }

  private placeOf(value: number): number {
    return lowerBound(this.size, (at) => (this.values[at] ?? Infinity) < value);
  }
}

function doubled(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}
