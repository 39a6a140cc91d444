/** Requests that arrive later in the same turn of the event loop wait for the next turns. */
const TURN_MS = 10;
/** While connections arrive, requests wait for at most this time, then start for at least the same time. */
const ACCEPT_MS = 50;

/**
 * Starts requests in the order of arrival, without blocking the event loop for long. The embedded database works in
 * this process: 500 requests in one turn would block health checks and new connections for a second.
 *
 * Node accepts one connection per turn. So requests wait while connections arrive: after a burst of 500 connections,
 * a health check would otherwise wait for as many turns with a request each.
 */
export class TurnQueue {
  private readonly waiting: (() => void)[] = [];
  private turnBegan: number | null = null;
  private hasNewConnection = false;
  private acceptsSince = -Infinity;

  /** Call it for each new connection. */
  connect(): void {
    this.hasNewConnection = true;
    if (this.turnBegan === null) this.beginTurn();
  }

  run(start: () => void): void {
    if (this.turnBegan === null) this.beginTurn();
    const isLate = performance.now() - (this.turnBegan ?? 0) > TURN_MS;
    if (isLate || this.hasNewConnection || this.waiting.length > 0) this.waiting.push(start);
    else start();
  }

  private beginTurn(): void {
    this.turnBegan = performance.now();
    setImmediate(() => {
      this.turnBegan = null;
      const accepts = this.accepts(performance.now());
      this.hasNewConnection = false;
      if (this.waiting.length === 0) return;
      this.beginTurn();
      // One per turn: between two turns the event loop reads from the connections.
      if (!accepts) this.waiting.shift()?.();
    });
  }

  private accepts(now: number): boolean {
    if (!this.hasNewConnection) return false;
    if (now - this.acceptsSince > 2 * ACCEPT_MS) this.acceptsSince = now;
    return now - this.acceptsSince < ACCEPT_MS;
  }
}
