/** Caches texts by their keys, up to a total size. Drops the entries that were not used for the longest time. */
export class TextCache {
  private readonly entries = new Map<string, string>();
  private size = 0;

  /** @param maxBytes of keys and values together, estimated with two bytes for each UTF-16 unit */
  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.size;
  }

  /** Returns the cached value, or the one that `make` returns. */
  get(key: string, make: () => string): string {
    const known = this.entries.get(key);
    if (known !== undefined) {
      // A Map keeps the order of insertion: the oldest entry comes first.
      this.entries.delete(key);
      this.entries.set(key, known);
      return known;
    }
    const value = make();
    const bytes = bytesOf(key, value);
    if (bytes > this.maxBytes) return value;
    this.entries.set(key, value);
    this.size += bytes;
    this.dropOldest();
    return value;
  }

  private dropOldest(): void {
    for (const [key, value] of this.entries) {
      if (this.size <= this.maxBytes) return;
      this.entries.delete(key);
      this.size -= bytesOf(key, value);
    }
  }
}

const bytesOf = (key: string, value: string): number => 2 * (key.length + value.length);
