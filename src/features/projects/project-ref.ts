import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Values } from '../../database/statement.js';
import { toId } from '../../http/input/input.js';

/** How a URL names a project: by its id or as `namespace/path`. */
export interface ProjectRef {
  by: 'id' | 'path';
  values: Values;
}

export const byId = (project: number): ProjectRef => ({ by: 'id', values: { project } });

/** @param text an id, or `namespace/path` */
export function toProjectRef(text: string): ProjectRef {
  const [, namespace, path] = /^([\w.-]{1,255})\/([\w.-]{1,255})$/.exec(text) ?? [];
  if (!namespace || !path) return { by: 'id', values: { project: toId(text) } };
  return { by: 'path', values: { namespace: namespace.toLowerCase(), path: path.toLowerCase() } };
}

/** The project that a page's URL names by two path segments. */
export const projectAt = (namespace: string, path: string): ProjectRef =>
  toProjectRef(`${namespace}/${path}`);

/** Injects the `ProjectRef` of the route's `:id`. */
export const PathProject = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { params } = context
    .switchToHttp()
    .getRequest<FastifyRequest<{ Params: { id: string } }>>();
  return toProjectRef(params.id);
});
