import type { Unit } from './unit.js';

/** Left at the end of a request for COMMIT, in milliseconds. */
export const COMMIT_MS = 3_000;

/**
 * Throws if the request lacks a right. In a unit of work, locks the rows that decide about it until the unit ends.
 * Without one, for a response that is being sent, it only reads them.
 */
type RightsCheck = (unit?: Unit) => Promise<void>;

/**
 * What a unit of work has to know of its request: until when it may write, and whether it joins the transaction of the
 * request. Passed on explicitly, see docs/decisions/0017.
 */
export class RequestScope {
  /** For work that no request waits for, such as the first start. */
  static readonly background = new RequestScope(Infinity);

  /** The transaction that all units of this request join. Set while a request with an Idempotency-Key runs. */
  unit?: Unit;
  /** Runs last in each unit of work of the request, before the commit. Records the use of sudo. */
  beforeCommit?: (unit: Unit) => Promise<void>;
  /** After this time the request has been answered, by the clock of `performance.now()`. */
  readonly endsAt: number;
  private readonly checks: RightsCheck[] = [];
  private isOver = false;
  private commits = 0;
  /** True once the request has sent a write that may be stored. */
  hasWritten = false;

  /**
   * @param partition writes to the same resource share it, and share a part of the connections
   * @param address of the client. Null for work that no request waits for
   * @param owner writes to all that belongs to one project or user share it, and share a larger part of the connections
   */
  constructor(
    ms: number,
    readonly partition = '',
    readonly address: string | null = null,
    readonly owner = partition,
  ) {
    this.endsAt = performance.now() + ms;
  }

  /**
   * Each unit of work of the request runs the check before it writes, and an export before it reads on. Rights
   * may be lost while a request waits, or while its client reads.
   */
  addCheck(check: RightsCheck): void {
    this.checks.push(check);
  }

  /** Runs the checks in the order in which they were added: a blocked caller is reported before a hidden project. */
  async checkRights(unit?: Unit): Promise<void> {
    for (const check of this.checks) await check(unit);
  }

  /** Milliseconds for a unit of work that begins now. Below 1, it must not begin. */
  get msForUnit(): number {
    return this.hasEnded ? 0 : this.endsAt - performance.now() - COMMIT_MS;
  }

  /** The response has been sent, or decided: nothing may be written any more. */
  end(): void {
    this.isOver = true;
  }

  get hasEnded(): boolean {
    return this.isOver || performance.now() >= this.endsAt;
  }

  /** True while a COMMIT, or a write that is its own transaction, has no response. */
  get isCommitting(): boolean {
    return this.commits > 0;
  }

  /** @param commit sends a COMMIT, or a write that is its own transaction */
  async committing<Result>(commit: () => Promise<Result>): Promise<Result> {
    this.commits++;
    this.hasWritten = true;
    try {
      return await commit();
    } finally {
      this.commits--;
    }
  }
}
