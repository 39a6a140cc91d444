interface Partition {
  running: number;
  /** Starts the next task that waits. */
  readonly waiting: (() => void)[];
}

/**
 * Limits how many tasks of one partition run at once. Without it, requests that wait for one locked row, or for one
 * slow list, would take every connection to the database. A task below the limit costs one promise.
 */
export class Bulkhead<Key> {
  private readonly partitions = new Map<Key, Partition>();
  /** How many tasks of all partitions have not started. */
  queued = 0;

  constructor(private readonly limit: number) {}

  /** How many tasks of the partition have not started. */
  waiting(key: Key): number {
    return this.partitions.get(key)?.waiting.length ?? 0;
  }

  async run<Result>(key: Key, task: () => Promise<Result>): Promise<Result> {
    let partition = this.partitions.get(key);
    if (!partition) this.partitions.set(key, (partition = { running: 0, waiting: [] }));
    const { waiting } = partition;
    // Whoever ends hands over its place.
    if (partition.running < this.limit) partition.running++;
    else {
      this.queued++;
      await new Promise<void>((resolve) => waiting.push(resolve));
      this.queued--;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else if (--partition.running === 0) this.partitions.delete(key);
    }
  }
}
