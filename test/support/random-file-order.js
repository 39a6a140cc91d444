/** Shuffles the test files by the seed of the run. `SEED=1 npm test` repeats a run. */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

export default class RandomFileOrder extends Sequencer {
  constructor(options) {
    super(options);
    // The threads that run the tests start after this, and shuffle by it too.
    process.env.SEED = String(options.globalConfig.seed);
    // Jest repeats it in its summary.
    process.stderr.write(`Seed: ${process.env.SEED}\n`);
  }

  sort(tests) {
    const draw = ({ path }) =>
      createHash('sha1')
        .update(`${process.env.SEED} ${relative(process.cwd(), path)}`)
        .digest('hex');
    return tests
      .map((test) => ({ test, place: draw(test) }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ test }) => test);
  }
}
