/** Requests that arrive later in the same turn of the event loop wait for the next turns. */
const TURN_MS = 10;

/**
 * Starts requests in the order of arrival, without blocking the event loop for long. The embedded database works in
 * this process: 500 requests in one turn would block health checks and new connections for a second.
 */
export class TurnQueue {
  private readonly waiting: (() => void)[] = [];
  private turnBegan: number | null = null;

  run(start: () => void): void {
    if (this.turnBegan === null) this.beginTurn();
    const isLate = performance.now() - (this.turnBegan ?? 0) > TURN_MS;
    if (isLate || this.waiting.length > 0) this.waiting.push(start);
    else start();
  }

  private beginTurn(): void {
    this.turnBegan = performance.now();
    setImmediate(() => {
      this.turnBegan = null;
      const start = this.waiting.shift();
      // One per turn: between two turns the event loop reads from the connections.
      if (start) {
        this.beginTurn();
        start();
      }
    });
  }
}
