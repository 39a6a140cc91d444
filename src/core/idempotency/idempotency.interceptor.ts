import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Actor } from '../auth/actor.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { operationOf } from '../../http/routing/operation.js';
import { contentOf, idempotencyKeyOf } from './idempotency-key.js';
import { KeyedRequests } from './keyed-requests.service.js';

/**
 * Returns the first response again if a request that creates something is repeated with its Idempotency-Key. The keys of
 * each effective user are separate, so sudo comes first.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly requests: KeyedRequests,
    private readonly tokens: SealedTokens,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!operationOf(request)?.creates) return next.handle();
    const key = idempotencyKeyOf(request);
    if (!request.actor || key === undefined) return next.handle();
    return from(this.runOnce(request, http.getResponse<FastifyReply>(), request.actor, key, next));
  }

  private async runOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    key: string,
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
    if (isReplay) void reply.header('idempotency-replayed', 'true');
    return body;
  }
}
