import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound, RouteNotFound } from '../http/errors/errors.js';
import { isPath } from '../features/users/user-name.js';
import { prefersHtml } from './prefers-html.js';
import { Site } from './site.js';

type PageRequest = FastifyRequest<{ Params: { owner?: string } }>;

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<PageRequest>();

/** Rejects clients that prefer JSON: pages have no JSON form, and the API has it all. */
@Injectable()
export class HtmlGuard implements CanActivate {
  /** @throws RouteNotFound */
  canActivate(context: ExecutionContext): boolean {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    if (prefersHtml(requestOf(context), reply, true)) return true;
    throw new RouteNotFound();
  }
}

/**
 * Also rejects paths that begin with a reserved name, because no user has it. With PUBLIC_PAGES=off, rejects everyone
 * before anything is read, so that the response says nothing about what exists.
 */
@Injectable()
export class PublicPageGuard extends HtmlGuard {
  constructor(private readonly site: Site) {
    super();
  }

  /** @throws RouteNotFound @throws NotFound */
  override canActivate(context: ExecutionContext): boolean {
    const { owner } = requestOf(context).params;
    if (owner !== undefined && isPath(owner)) throw new RouteNotFound();
    if (!this.site.isPublic) throw new NotFound('User');
    return super.canActivate(context);
  }
}
