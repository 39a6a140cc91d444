import { inspect } from 'node:util';

export interface Result {
  figures: string;
  /** One sentence each. Empty if the part has passed. */
  faults: readonly string[];
}

const SHOWN_FAULTS = 16;

/** Runs the parts one after the other and prints the result of each. */
export class Report {
  passed = 0;
  failed = 0;

  async part(name: string, run: () => Promise<Result>): Promise<void> {
    const start = performance.now();
    const { figures, faults } = await run().catch((error: unknown) => ({
      figures: 'broke off',
      faults: [String((error as Error).stack), ...causeOf(error)],
    }));
    const isPassed = faults.length === 0;
    this[isPassed ? 'passed' : 'failed']++;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${name.padEnd(24)} ${isPassed ? 'passed' : 'FAILED'} in ${seconds} s: ${figures}`);
    for (const fault of faults.slice(0, SHOWN_FAULTS)) console.log(`  ${fault}`);
    if (faults.length > SHOWN_FAULTS) console.log(`  ... ${faults.length} faults in all`);
  }

  /** A negative control: the part fails unless `run` finds a fault of each kind. */
  control(name: string, expected: readonly RegExp[], run: () => Promise<Result>): Promise<void> {
    return this.part(`control ${name}`, async () => {
      const { faults, figures } = await run();
      const missing = expected.filter((kind) => !faults.some((fault) => kind.test(fault)));
      if (missing.length > 0)
        return { figures, faults: [`not found: ${missing.map(String).join(', ')}`, ...faults] };
      const [found = ''] = faults.filter((fault) => expected[0]?.test(fault));
      return {
        figures: `${faults.length} faults found, such as: ${found.slice(0, 110)}`,
        faults: [],
      };
    });
  }
}

const causeOf = (error: unknown) => {
  const { cause } = error as Error;
  return cause === undefined ? [] : [`cause: ${inspect(cause)}`];
};
