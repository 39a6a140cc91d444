/** Shuffles the tests and blocks of each block of a file, by the seed of the run. Hooks stay where they are. */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { addEventHandler } from 'jest-circus';
import { SEED } from './environment.js';

/** Moves the last item to a position derived from the key. Called after each added item, it makes every order equally likely. */
export function shuffleIn(items: unknown[], ...key: string[]): void {
  const last = items.length - 1;
  const digest = createHash('sha1')
    .update(JSON.stringify([...key, last]))
    .digest();
  const place = digest.readUInt32BE() % items.length;
  [items[place], items[last]] = [items[last], items[place]];
}

addEventHandler((event, { currentDescribeBlock: block }) => {
  const parent =
    event.name === 'add_test'
      ? block
      : event.name === 'start_describe_definition'
        ? block.parent
        : undefined;
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  if (parent) shuffleIn(parent.children, SEED, file, parent.name);
});
