import { startForge } from '../src/testing/forge.js';

/** What a suite waits for when it uses `forgenote/testing`, in milliseconds; the first start is the coldest. */
const STARTS = 6;

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

console.log('start  user  note  reset  close');
for (let n = 0; n < STARTS; n++) {
  const [forge, start] = await timed(() => startForge());
  const [, user] = await timed(() => forge.user());
  const [, note] = await timed(() => forge.note());
  const [, reset] = await timed(() => forge.reset());
  const [, close] = await timed(() => forge.close());
  const row = [start, user, note, reset, close].map((ms) => ms.toFixed(1).padStart(5));
  console.log(row.join('  '));
}
