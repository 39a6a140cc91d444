import { TurnQueue } from './turn-queue.js';

/** Blocks the event loop, as a query of the embedded database does. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('the turn queue', () => {
  it('starts requests in order, and lets the event loop run in between', async () => {
    const queue = new TurnQueue();
    const started: number[] = [];
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    await new Promise<void>((resolve) => {
      for (let n = 0; n < 10; n++)
        queue.run(() => {
          started.push(n);
          block(15);
          if (n === 9) resolve();
        });
      expect(started).toEqual([0]);
      count();
    });
    isDone = true;
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('starts a request at once if nothing waits', () => {
    let isStarted = false;
    new TurnQueue().run(() => {
      isStarted = true;
    });
    expect(isStarted).toBe(true);
  });
});
