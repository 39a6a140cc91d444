import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Overloaded } from '../errors/errors.js';
import { ReadingPace, type PaceLimits } from './reading-pace.js';
import { LoggableError } from '../../log/loggable-error.js';

export interface LargeResponseLimits extends PaceLimits {
  /** How many a process sends at once. */
  atOnce: number;
}

/** Who gets a response. */
interface Receiver {
  /** The caller: the same text for all requests of one user. */
  owner: string;
  /** Only administrators export. One place is theirs, whatever users read. */
  isExport: boolean;
}

/** Responses are sent in chunks of about this many characters. */
const CHUNK = 65_536;
const CHECK_MS = 1_000;

/** The client did not read the response in time. */
export class ReaderTooSlow extends LoggableError {
  constructor() {
    super('A client that read a large page too slowly was disconnected');
  }
}

/**
 * Sends responses that are too large to be held in memory. One user gets at most half of the places, and all but exports
 * leave one place free. With a single place, it is for everybody.
 */
export class LargeResponses {
  private sending = 0;
  private readonly sendingTo = new Map<string, number>();

  constructor(private readonly limits: LargeResponseLimits) {}

  /**
   * Returns the response as a stream, which waits while the client does not read, and fails if that takes too long.
   *
   * @throws Unavailable too many are being sent, to everybody or to this receiver
   */
  stream(pieces: AsyncIterable<string>, receiver: Receiver): Readable {
    const { owner } = receiver;
    if (!this.hasPlace(receiver)) {
      throw new Overloaded('large_responses');
    }
    this.count(owner, 1);
    const pace = new ReadingPace(this.limits, performance.now());
    const stream = Readable.from(chunks(pieces, pace), { objectMode: false });
    const timer = setInterval(() => {
      if (pace.isOver(performance.now())) stream.destroy(new ReaderTooSlow());
    }, CHECK_MS);
    return stream.once('close', () => {
      clearInterval(timer);
      this.count(owner, -1);
    });
  }

  private hasPlace({ owner, isExport }: Receiver): boolean {
    const { atOnce } = this.limits;
    const places = isExport || atOnce === 1 ? atOnce : atOnce - 1;
    return this.sending < places && this.sentTo(owner) < Math.ceil(atOnce / 2);
  }

  private sentTo(owner: string): number {
    return this.sendingTo.get(owner) ?? 0;
  }

  private count(owner: string, change: 1 | -1): void {
    this.sending += change;
    const ofOwner = this.sentTo(owner) + change;
    if (ofOwner === 0) this.sendingTo.delete(owner);
    else this.sendingTo.set(owner, ofOwner);
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
