import { OutboxLimits } from './outbox-limits.js';

const limits = new OutboxLimits();
const DAY_MS = 86_400_000;
/** The time from the first of that many failures to the last one. */
const spanOf = (failures: number) =>
  Array.from({ length: failures - 1 }, (_, n) => limits.waitAfter(n)).reduce((a, b) => a + b, 0);

describe('the wait after a failure of a mail', () => {
  it('doubles from 10 seconds to an hour', () => {
    const waits = Array.from({ length: 12 }, (_, failures) => limits.waitAfter(failures) / 1_000);
    expect(waits).toEqual([
      ...[10, 20, 40, 80, 160, 320, 640, 1_280, 2_560],
      ...[3_600, 3_600, 3_600],
    ]);
  });

  it('stays an hour after very many failures', () => {
    expect(limits.waitAfter(5_000)).toBe(3_600_000);
  });
});

describe('the failure that ends a mail', () => {
  it('is the 33rd: the first that can be a day after the first one', () => {
    expect([limits.givesUpAfter(32), limits.givesUpAfter(33)]).toEqual([false, true]);
    expect([spanOf(32) >= DAY_MS, spanOf(33) >= DAY_MS]).toEqual([false, true]);
  });

  it('is never the first one', () => {
    expect(limits.givesUpAfter(1)).toBe(false);
  });
});
