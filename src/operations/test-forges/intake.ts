import { IncomingMessage } from 'node:http';
import { Mutex } from 'async-mutex';
import type { FastifyRequest } from 'fastify';

/**
 * Keeps requests apart that arrive before and after all rows are replaced. The replacement waits for running requests,
 * and requests that arrive meanwhile wait for the replacement.
 */
export class Intake {
  private readonly replacing = new Mutex();
  private readonly running = new Set<FastifyRequest>();
  private onEmpty: () => void = () => undefined;

  /** Calls `start` now, or after the replacement. If the client disconnects meanwhile, the request does not run. */
  enter(request: FastifyRequest, start: () => void): void {
    if (this.replacing.isLocked()) {
      void this.replacing.waitForUnlock().then(() => {
        this.enter(request, start);
      });
    } else if (!request.raw.socket.destroyed) {
      this.running.add(request);
      start();
    }
  }

  /** True while rows are replaced, or wait for running requests to be replaced. */
  get isReplacing(): boolean {
    return this.replacing.isLocked();
  }

  /** False if the rows were replaced while the body of this request arrived: it must not run. */
  has(request: FastifyRequest): boolean {
    return this.running.has(request);
  }

  /** Call it when the response is ready. A response that is still being sent writes no rows. */
  leave(request: FastifyRequest): void {
    if (this.running.delete(request) && this.running.size === 0) this.onEmpty();
  }

  /**
   * Runs `replace` while no request runs. Limits of the service end every request, but the rest of a body can take a
   * minute to arrive, so this does not wait for bodies.
   */
  replaceRows(replace: () => Promise<void>): Promise<void> {
    return this.replacing.runExclusive(async () => {
      for (const request of this.running) if (isArriving(request)) this.running.delete(request);
      if (this.running.size > 0) await new Promise<void>((resolve) => (this.onEmpty = resolve));
      await replace();
    });
  }
}

/** Requests of `inject` arrive whole. They are no IncomingMessage, and have no `complete`. */
const isArriving = ({ raw }: FastifyRequest): boolean =>
  raw instanceof IncomingMessage && !raw.complete;
