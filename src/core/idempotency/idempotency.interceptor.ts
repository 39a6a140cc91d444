import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, map, type Observable } from 'rxjs';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import type { Actor } from '../auth/actor.js';
import { SudoInterceptor } from '../auth/sudo.interceptor.js';
import { openPage } from '../../http/pagination/open-page.js';
import { OPERATION, type OperationOptions } from '../../http/routing/operation.js';
import { PublicUrl } from '../../http/routing/public-url.js';
import { loggedPath } from '../../http/server/logged-path.js';
import { contentOf, idempotencyKeyOf } from './idempotency-key.js';
import { KeyedRequests } from './keyed-requests.service.js';

/**
 * Runs every request as its effective user, and returns the first response again if the request is repeated with its
 * Idempotency-Key. Opens pages, so that interceptors of a host application get views. One interceptor for all three: each
 * one costs every request 10 µs.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly sudo: SudoInterceptor,
    private readonly reflector: Reflector,
    private readonly requests: KeyedRequests,
    private readonly tokens: SealedTokens,
    private readonly audit: AuditTrail,
    private readonly urls: PublicUrl,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    return this.sudo.intercept(context, { handle: () => this.handle(context, next) });
  }

  private handle(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    // A host application also has calls without a request, such as messages.
    const request = http.getRequest<FastifyRequest | undefined>();
    if (!request) return next.handle();
    const { actor } = request;
    const recorded = actor?.sudo ? this.recorded(request, actor, next) : next;
    const operation = this.reflector.get<OperationOptions | undefined>(
      OPERATION,
      context.getHandler(),
    );
    const reply = http.getResponse<FastifyReply>();
    if (!operation?.creates) {
      const to = { request, reply, urls: this.urls };
      return recorded.handle().pipe(map((answer) => openPage(answer, to)));
    }
    const key = idempotencyKeyOf(request);
    if (!actor || key === undefined) return recorded.handle();
    return from(this.runOnce(request, reply, { actor, key }, recorded));
  }

  private async runOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    { actor, key }: { actor: Actor; key: string },
    next: CallHandler,
  ): Promise<unknown> {
    const [fingerprint, ...formerFingerprints] = this.tokens.signatures(contentOf(request));
    const keyed = {
      user: actor.id,
      route: request.routeOptions.url ?? '',
      key,
      fingerprint,
      formerFingerprints,
    };
    const { body, isReplay } = await this.requests.run(actor.scope, keyed, () =>
      lastValueFrom(next.handle()),
    );
    if (isReplay) {
      if (actor.sudo) await this.recordSudo(request, actor)();
      void reply.header('idempotency-replayed', 'true');
    }
    return body;
  }

  /** Begins after the key is claimed: the claim alone is no use of sudo. */
  private recorded(request: FastifyRequest, actor: Actor, next: CallHandler): CallHandler {
    const handle = async (): Promise<unknown> => {
      const recordRest = this.recordSudo(request, actor);
      const answer: unknown = await lastValueFrom(next.handle());
      await recordRest();
      return answer;
    };
    return { handle: () => from(handle()) };
  }

  private recordSudo({ method, url }: FastifyRequest, actor: Actor): () => Promise<void> {
    return this.audit.recordSudo(actor, method, loggedPath(url));
  }
}
