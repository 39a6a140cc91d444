/** A test or a hook that does not end fails, and the next begins: this runner would wait for it without an end. */
import { addEventHandler } from 'jest-circus';

/** For what names no time of its own, in milliseconds: for what hangs, far beyond what a busy machine needs. */
const LIMIT = 120_000;

type Ends = () => unknown;

/** Whatever `run` goes on to do after its time, nobody waits for it. */
export const limited = (run: Ends | undefined, limit: number) => {
  // This runner would take what has no body for passed, and `done` would never be given.
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
    added.fn = limited(added.fn as Ends | undefined, added.timeout ?? LIMIT);
});
