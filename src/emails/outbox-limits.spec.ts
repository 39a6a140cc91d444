import { OutboxLimits } from './outbox-limits.js';

const limits = new OutboxLimits();
const waits = (isRefused: boolean) =>
  Array.from({ length: 12 }, (_, attempts) => limits.waitAfter(attempts, isRefused) / 1_000);

describe('the wait after a failed attempt', () => {
  it('doubles from 10 seconds to an hour if the server refuses the mail', () => {
    expect(waits(true)).toEqual([
      ...[10, 20, 40, 80, 160, 320, 640, 1_280, 2_560],
      ...[3_600, 3_600, 3_600],
    ]);
  });

  it('is never longer than a minute if the server does not respond', () => {
    expect(waits(false).slice(0, 5)).toEqual([10, 20, 40, 60, 60]);
  });

  it('stays an hour after very many attempts', () => {
    expect(limits.waitAfter(5_000, true)).toBe(3_600_000);
  });
});
