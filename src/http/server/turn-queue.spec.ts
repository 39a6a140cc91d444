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

  it('lets connections be accepted before requests that wait, but not for ever', async () => {
    const queue = new TurnQueue();
    let accepted = 0;
    let acceptedBefore = 0;
    await new Promise<void>((resolve) => {
      const accept = () => {
        accepted++;
        queue.connect();
        block(1);
        if (acceptedBefore === 0) setImmediate(accept);
      };
      accept();
      queue.run(() => {
        acceptedBefore = accepted;
        resolve();
      });
    });
    expect(acceptedBefore).toBeGreaterThan(1);
  });

  it('starts requests although connections arrive all the time', async () => {
    const queue = new TurnQueue();
    let isDone = false;
    const accept = () => {
      queue.connect();
      if (!isDone) setImmediate(accept);
    };
    accept();
    let started = 0;
    for (; started < 10; started++)
      await new Promise<void>((resolve) => {
        queue.run(resolve);
      });
    isDone = true;
    expect(started).toBe(10);
  });
});
