/** Fails tests and hooks that do not end. This runner would wait for them forever. */
import { addEventHandler } from 'jest-circus';

/** The default in milliseconds. It catches hanging tests only, so it allows for a busy machine. */
const LIMIT = 300_000;

type TestFunction = () => unknown;

/** Rejects after `limit` milliseconds. `run` may go on, but nobody waits for it. */
export const withTimeLimit = (run: TestFunction | undefined, limit: number) => {
  // This runner would pass a test without a body, and would never call a `done` argument.
  if (!run || run.length > 0) throw new Error('A test is a function without arguments.');
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((_, fail) => {
      timer = setTimeout(() => {
        fail(new Error(`It has not ended in ${String(limit)} ms.`));
      }, limit);
    });
    return Promise.race([Promise.resolve().then(run), late]).finally(() => {
      clearTimeout(timer);
    });
  };
};

addEventHandler((event, { currentDescribeBlock: block }) => {
  const added =
    event.name === 'add_test'
      ? block.children.at(-1)
      : event.name === 'add_hook'
        ? block.hooks.at(-1)
        : undefined;
  if (added && 'fn' in added)
    added.fn = withTimeLimit(added.fn as TestFunction | undefined, added.timeout ?? LIMIT);
});
