import type { Forge } from './app.js';
import { databaseOf, type Database } from './internals.js';

type Run = () => Promise<unknown>;

/**
 * Holds requests before their first write, when the service has authorized them and read the resource in the path.
 * The test can then change the database first, always at the same point.
 */
export class Interleaving {
  private readonly held: (() => void)[] = [];
  private readonly database: Database;

  constructor(forge: Forge) {
    this.database = databaseOf(forge);
  }

  /** Sends a request. Resolves when it waits to begin its transaction, or has been answered without one. */
  async hold<Answer>(send: () => Promise<Answer>): Promise<{ answer: Promise<Answer> }> {
    const isHeld = new Promise<void>((resolve) => {
      this.intercept((run) => {
        const released = new Promise<void>((release) => this.held.push(release));
        resolve();
        return released.then(run);
      });
    });
    const answer = send();
    await Promise.race([isHeld, answer]);
    this.stop();
    return { answer };
  }

  /** Lets the held requests go on. */
  release(): void {
    for (const release of this.held.splice(0)) release();
  }

  /** Runs `act` before the nth write from now on, counted from 1. `stop` returns the number of writes. */
  before(n: number, act: () => Promise<unknown>): { stop: () => number } {
    let writes = 0;
    this.intercept(async (run) => {
      if (++writes === n) {
        this.stop();
        await act();
      }
      return run();
    });
    return {
      stop: () => {
        this.stop();
        return writes;
      },
    };
  }

  /** Runs `act` before the first write from now on that finds the condition true. */
  when(condition: () => Promise<boolean>, act: () => Promise<unknown>): void {
    let isOver = false;
    this.intercept(async (run) => {
      if (!isOver && (await condition())) {
        isOver = true;
        this.stop();
        await act();
      }
      return run();
    });
  }

  /** Runs `act` after the nth read outside a unit from now on, counted from 1. `stop` returns the number of reads. */
  afterRead(n: number, act: () => Promise<unknown>): { stop: () => number } {
    const { database } = this;
    let reads = 0;
    const after = async <Result>(reading: Promise<Result>): Promise<Result> => {
      const isLast = ++reads === n;
      const result = await reading;
      if (isLast) {
        this.stop();
        await act();
      }
      return result;
    };
    const row = database.row.bind(database);
    const rows = database.rows.bind(database);
    database.row = (query, values) => after(row(query, values));
    database.rows = (query, values) => after(rows(query, values));
    return {
      stop: () => {
        this.stop();
        return reads;
      },
    };
  }

  private stop(): void {
    for (const name of ['unitWithOwnChecks', 'write', 'row', 'rows'])
      Reflect.deleteProperty(this.database, name);
  }

  private intercept(around: (run: Run) => Promise<unknown>): void {
    const { database } = this;
    const unit = database.unitWithOwnChecks.bind(database);
    const write = database.write.bind(database);
    // All other units of work run through it.
    database.unitWithOwnChecks = ((...args) =>
      around(() => unit(...args))) as Database['unitWithOwnChecks'];
    database.write = ((...args) => around(() => write(...args))) as Database['write'];
  }
}
