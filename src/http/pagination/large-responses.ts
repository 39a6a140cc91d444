import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Unavailable } from '../errors/errors.js';
import { ReadingPace, type PaceLimits } from './reading-pace.js';

export interface LargeResponseLimits extends PaceLimits {
  /** How many a process sends at once. */
  atOnce: number;
}

/** Responses are sent in chunks of about this many characters. */
const CHUNK = 65_536;
const CHECK_MS = 1_000;

/** The client did not read the response in time. */
export class ReaderTooSlow extends Error {
  constructor() {
    super('A client that read a large page too slowly was disconnected');
  }
}

/** Sends responses that are too large to be held in memory. */
export class LargeResponses {
  private sending = 0;

  constructor(private readonly limits: LargeResponseLimits) {}

  /**
   * Returns the response as a stream, which waits while the client does not read, and fails if that takes too long.
   *
   * @throws Unavailable too many are being sent
   */
  stream(pieces: AsyncIterable<string>): Readable {
    if (this.sending >= this.limits.atOnce) throw new Unavailable();
    this.sending++;
    const pace = new ReadingPace(this.limits, performance.now());
    const stream = Readable.from(chunks(pieces, pace), { objectMode: false });
    const timer = setInterval(() => {
      if (pace.isOver(performance.now())) stream.destroy(new ReaderTooSlow());
    }, CHECK_MS);
    return stream.once('close', () => {
      clearInterval(timer);
      this.sending--;
    });
  }
}

async function* chunks(pieces: AsyncIterable<string>, pace: ReadingPace): AsyncGenerator<Buffer> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    const chunk = Buffer.from(text);
    text = '';
    yield chunk;
    pace.read(chunk.length, performance.now());
    // A client on the same machine reads as fast as this writes: other requests would wait for the whole response.
    await setImmediate();
  }
  yield Buffer.from(text);
}
