/** A service that collects a whole page before it sends the first byte. */
import { LargeResponses } from '../../src/http/pagination/large-responses.js';
import { patch } from './patch.js';

patch(LargeResponses.prototype, 'stream', (stream, pieces, receiver) =>
  stream(collect(pieces), receiver),
);

async function* collect(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  yield all.join('');
}
