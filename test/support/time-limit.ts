/** A test or a hook that does not end fails: this runner would wait for it without an end. */
import { addEventHandler } from 'jest-circus';

/** For what names no time of its own, in milliseconds. */
const LIMIT = 30_000;

type Ends = () => unknown;

const limited = (run: Ends, limit: number) => () => {
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

addEventHandler((event, { currentDescribeBlock: block }) => {
  const added =
    event.name === 'add_test'
      ? block.children.at(-1)
      : event.name === 'add_hook'
        ? block.hooks.at(-1)
        : undefined;
  if (added && 'fn' in added) added.fn = limited(added.fn as Ends, added.timeout ?? LIMIT);
});
