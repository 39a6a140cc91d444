import { atMostEvery } from './at-most-every.js';

describe('atMostEvery', () => {
  let now: number;
  beforeEach(() => {
    now = 5_000;
    performance.now = () => now;
  });
  afterEach(() => Reflect.deleteProperty(performance, 'now'));

  it('is true at the first call, and again only when the time is over', () => {
    const isDue = atMostEvery(1_000);
    const at = (ms: number) => {
      now = 5_000 + ms;
      return isDue();
    };
    expect([at(0), at(0), at(999), at(1_000), at(1_001), at(2_000)]).toEqual([
      ...[true, false, false, true, false, true],
    ]);
  });
});
