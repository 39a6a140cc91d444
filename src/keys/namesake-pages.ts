import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Pages of users whose name ends in `.keys`: `/ada.keys` is the page of `ada.keys`, and the key file of `ada`. `pages/`
 * provides them.
 */
export abstract class NamesakePages {
  /** Null if the client does not prefer HTML to a key file, or if no active user has exactly this name. */
  abstract render(
    username: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | null>;
}
