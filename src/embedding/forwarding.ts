import type { IncomingMessage } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CannotStart } from '../config/cannot-start.js';
import { Unavailable } from '../http/errors/errors.js';
import { commonHeaders } from '../http/errors/private-headers.js';
import { Drain } from '../http/server/drain.js';
import { sendError } from '../http/server/server.js';

/** Fastify rejects these requests before it calls the handler of their route. The forge has its own error for them. */
const REJECTED_EARLY = ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE'];

const tooLate = (cause?: unknown) =>
  new CannotStart('Call mountForgenote before app.init() or app.listen()', { cause });
const taken = (prefix: string, cause?: unknown) =>
  new CannotStart(
    `The application has routes at ${prefix} already: give each mountForgenote a prefix of its own`,
    { cause },
  );

/** Hands requests below a prefix on to a forge, before the host's Fastify reads their bodies. */
export class Forwarder {
  /** The host's request of each HTTP request that was handed on. */
  readonly requests = new WeakMap<IncomingMessage, FastifyRequest>();
  private forge: NestFastifyApplication | undefined;
  private claimed = true;
  private isReady = false;

  /** @throws CannotStart the host has started, or has routes at the prefix */
  constructor(
    private readonly listener: FastifyInstance,
    readonly prefix: string,
  ) {
    const isTaken = [prefix, `${prefix}/*`].some((url) =>
      listener.supportedMethods.some((method) => listener.hasRoute({ method, url })),
    );
    if (isTaken) throw taken(prefix);
    handlers.add(this.handOn);
    try {
      this.refuseRoutesBelow();
      this.addRoutes();
      this.closeWithHost();
    } catch (error) {
      throw tooLate(error);
    }
  }

  /** False after a failed start: requests get 503, and another forge may have the prefix. */
  get isClaimed(): boolean {
    return this.claimed;
  }

  /** @throws CannotStart the host has started */
  claim(): void {
    if (this.isReady) throw tooLate();
    this.claimed = true;
  }

  /** Requests go to this forge from now on. */
  to(forge: NestFastifyApplication): void {
    this.forge = forge;
  }

  /** The start of the forge failed. */
  release(): void {
    this.claimed = false;
  }

  private readonly handOn = (request: FastifyRequest, reply: FastifyReply): void => {
    // A forge above may have started since the one at this prefix failed.
    const owner = claimed(this.listener).find(({ prefix }) => isWithin(this.prefix, prefix));
    if (!owner?.forge) {
      sendError(reply.headers(commonHeaders(request)), new Unavailable());
      return;
    }
    owner.requests.set(request.raw, request);
    reply.hijack();
    const fastify: FastifyInstance = owner.forge.getHttpAdapter().getInstance();
    fastify.routing(request.raw, reply.raw);
  };

  /** Stops the start if controllers or plugins of the host add a route below the prefix: it would win over the forge. */
  private refuseRoutesBelow(): void {
    let below: string | undefined;
    this.listener.addHook('onRoute', ({ url, handler }) => {
      if (url.startsWith(`${this.prefix}/`) && !handlers.has(handler)) below ??= url;
    });
    this.listener.addHook('onReady', (done) => {
      this.isReady = true;
      if (below === undefined || !this.isClaimed) done();
      else
        done(
          new CannotStart(
            `The application has the route ${below}, but ${this.prefix} is the prefix of a mountForgenote: move one of them`,
          ),
        );
    });
  }

  private addRoutes(): void {
    const { prefix, handOn } = this;
    this.listener.register(
      (scope, _options, done) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, _payload, parsed) => {
          parsed(null);
        });
        scope.setErrorHandler((error: FastifyError, request, reply) => {
          if (!REJECTED_EARLY.includes(error.code)) throw error;
          handOn(request, reply);
        });
        try {
          for (const url of ['', '/*']) scope.all(url, handOn);
          // Routes exist only for the methods that Fastify knows. PROPFIND, for example, has none.
          scope.setNotFoundHandler(handOn);
          done();
        } catch (cause) {
          // A plugin of the host has added the route since. Fastify ends the process if this function throws.
          done(taken(prefix, cause));
        }
      },
      { prefix },
    );
  }

  private closeWithHost(): void {
    this.listener.addHook('preClose', (done) => {
      this.forge?.get(Drain).begin();
      done();
    });
    this.listener.addHook('onClose', () => this.forge?.close());
  }
}

const forwarders = new WeakMap<FastifyInstance, Forwarder[]>();
/** Handlers of forwarders, to tell their routes from those of the host. */
const handlers = new WeakSet<object>();

const claimed = (listener: FastifyInstance): Forwarder[] =>
  (forwarders.get(listener) ?? []).filter(({ isClaimed }) => isClaimed);

/**
 * Reserves a prefix for one forge. The forwarder of a forge that failed to start is used again.
 *
 * @throws CannotStart another forge or a route of the host has it, or the host has started
 */
export function claimPrefix(listener: FastifyInstance, prefix: string): Forwarder {
  const other = claimed(listener).find(
    (one) => isWithin(one.prefix, prefix) || isWithin(prefix, one.prefix),
  );
  if (other)
    throw new CannotStart(
      `Another mountForgenote has the prefix ${other.prefix}: ${prefix} must not be the same, above it or below it`,
    );
  const ofHost = forwarders.get(listener) ?? [];
  const former = ofHost.find((one) => one.prefix === prefix);
  if (former) {
    former.claim();
    return former;
  }
  const forwarder = new Forwarder(listener, prefix);
  forwarders.set(listener, [...ofHost, forwarder]);
  return forwarder;
}

/** True if a path is the prefix, or below it. */
const isWithin = (path: string, prefix: string): boolean => `${path}/`.startsWith(`${prefix}/`);
