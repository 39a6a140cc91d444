import { setFlagsFromString } from 'node:v8';

/**
 * For commands that read every row. V8 otherwise lets garbage grow to four times the memory in use, which is much with
 * texts of several megabytes.
 */
export function limitHeap(): void {
  setFlagsFromString('--heap-growing-percent=50');
}
