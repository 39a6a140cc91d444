import { Inject, Injectable, Optional } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor, Person } from './actor.js';
import { ActorFactory } from './actor-factory.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/**
 * Says who sends a request without a token, for example by the session of the host application. It is also called before
 * a body of more than 64 KiB is read.
 *
 * @returns undefined: nobody, so that the request needs a token
 */
export type Authenticate = (
  request: FastifyRequest,
  actors: ActorFactory,
) => Actor | undefined | Promise<Actor | undefined>;

export const AUTHENTICATE = Symbol('authenticate');

/** The users that a host application has authenticated itself. */
@Injectable()
export class HostUsers {
  constructor(
    private readonly actors: ActorFactory,
    @Optional() @Inject(AUTHENTICATE) private readonly authenticate?: Authenticate,
  ) {}

  /** @throws what `authenticate` throws, and an Error if it returns something else than an actor of this forge */
  async find(request: FastifyRequest): Promise<Person | null> {
    if (!this.authenticate) return null;
    const actor: unknown = await this.authenticate(request, this.actors);
    if (actor === undefined || actor === null) return null;
    if (this.actors.hasMade(actor)) return actor.person;
    throw new LoggableError(
      'authenticate() must return an actor of the ActorFactory of its own forge, or undefined',
    );
  }
}
