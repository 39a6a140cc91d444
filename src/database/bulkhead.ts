import type { Engine } from './engine.js';
import type { RequestScope } from './request-scope.js';

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
    // A task that ends passes its place to the next one, so `running` stays the same.
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

/**
 * Limits the writes to one resource, and with a larger limit all writes to one project or user. Locked rows of one issue,
 * or of all issues of a project, then leave connections for others.
 */
export class WriteBulkhead {
  private readonly resources: Bulkhead<string>;
  private readonly owners: Bulkhead<string>;

  constructor({ partitionLimit, ownerLimit }: Pick<Engine, 'partitionLimit' | 'ownerLimit'>) {
    this.resources = new Bulkhead(partitionLimit);
    this.owners = new Bulkhead(ownerLimit);
  }

  /** How many writes have not started. */
  get queued(): number {
    return this.resources.queued + this.owners.queued;
  }

  run<Result>({ partition, owner }: RequestScope, write: () => Promise<Result>): Promise<Result> {
    // In this order: a write that waits for its resource must not take a place of its owner.
    return this.resources.run(partition, () => this.owners.run(owner, write));
  }
}
