/** How much the suites of test/properties try; the environment can ask for more. */
function countOf(name: string, preset: number): number {
  const count = Number(process.env[name] ?? preset);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`${name} has to be a count`);
  return count;
}

/** Requests an operation. */
export const FUZZ_REQUESTS = countOf('FUZZ_REQUESTS', 200);
/** Sequences of calls a suite. */
export const SEQUENCES = countOf('SEQUENCES', 2_000);
