/** How many users are remembered, and how many wait for a check. Later ones are checked on a later use. */
const MAX_REMEMBERED = 100_000;
const MAX_WAITING = 1_000;

/** Decides which users are due for a check, without asking the database. */
export class CheckQueue {
  /** When each user may be checked again, by the clock of `performance.now()`. */
  private readonly dueAt = new Map<number, number>();
  private readonly waiting = new Set<number>();

  /** True if the user was added. */
  add(userId: number, intervalMs: number): boolean {
    const now = performance.now();
    if ((this.dueAt.get(userId) ?? 0) > now || this.waiting.size >= MAX_WAITING) return false;
    // The Map keeps the order of insertion: the oldest goes first.
    if (this.dueAt.size >= MAX_REMEMBERED) this.forget(this.dueAt.keys().next().value);
    this.postpone(userId, intervalMs);
    this.waiting.add(userId);
    return true;
  }

  postpone(userId: number, ms: number): void {
    this.dueAt.delete(userId);
    this.dueAt.set(userId, performance.now() + ms);
  }

  /** The user may be checked again after this time. Keeps an earlier time. */
  bringForward(userId: number, ms: number): void {
    const dueAt = performance.now() + ms;
    if (dueAt < (this.dueAt.get(userId) ?? 0)) this.dueAt.set(userId, dueAt);
  }

  /** Empties the queue. */
  takeAll(): number[] {
    const users = [...this.waiting];
    this.waiting.clear();
    return users;
  }

  private forget(userId: number | undefined): void {
    if (userId !== undefined) this.dueAt.delete(userId);
  }
}
