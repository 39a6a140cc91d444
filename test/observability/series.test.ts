import { Counter, Histogram, Registry } from 'prom-client';
import { KeptCounter, KeptHistogram } from '../../src/observability/series.js';

const NAMES = { name: 'forgenote_seconds', help: 'Time.' };
const BUCKETS = [0.005, 0.1, 1];
/** On, below and above each bound. */
const VALUES = [0, 0.005, 0.0051, 0.1, 0.5, 1, 1.5, 100];

let own: Registry;
let library: Registry;
beforeEach(() => {
  own = new Registry();
  library = new Registry();
});

it('a histogram has the same text as one of prom-client', async () => {
  const kept = new KeptHistogram<'route'>({ ...NAMES, buckets: BUCKETS }, own);
  const given = new Histogram({
    ...{ ...NAMES, buckets: BUCKETS },
    ...{ labelNames: ['route'], registers: [library] },
  });
  for (const route of ['/a', '/b']) {
    const series = kept.series({ route });
    for (const value of VALUES) {
      series.observe(value);
      given.observe({ route }, value);
    }
  }
  expect(await own.metrics()).toBe(await library.metrics());
});

it('a histogram without labels has zeros before the first value, as one of prom-client', async () => {
  new KeptHistogram({ ...NAMES, buckets: BUCKETS }, own).series({});
  new Histogram({ ...NAMES, buckets: BUCKETS, registers: [library] });
  expect(await own.metrics()).toBe(await library.metrics());
});

it('a counter has the same text as one of prom-client', async () => {
  const series = new KeptCounter<'status'>(NAMES, own).series({ status: 200 });
  const given = new Counter({ ...NAMES, labelNames: ['status'], registers: [library] });
  for (let n = 0; n < 3; n++) {
    series.count++;
    given.inc({ status: 200 });
  }
  expect(await own.metrics()).toBe(await library.metrics());
});
