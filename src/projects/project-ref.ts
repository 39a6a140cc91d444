import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { statement, type Statement, type Values } from '../database/statement.js';
import { toId } from '../http/input/input.js';

/** How a path names a project: by its number, or as `namespace/path`. */
export interface ProjectRef {
  by: 'id' | 'path';
  values: Values;
}

const CONDITION = {
  id: 'p.id = :project',
  path: 'p.path_key = :path AND p.owner_id = (SELECT id FROM users WHERE username_key = :namespace)',
};

export function toProjectRef(text: string): ProjectRef {
  const [, namespace, path] = /^([\w.-]{1,255})\/([\w.-]{1,255})$/.exec(text) ?? [];
  if (!namespace || !path) return { by: 'id', values: { project: toId(text) } };
  return { by: 'path', values: { namespace: namespace.toLowerCase(), path: path.toLowerCase() } };
}

/** A statement about project `p`, in both forms of naming it. */
export function forProject<Row>(
  sql: (condition: string) => string,
): Record<ProjectRef['by'], Statement<Row>> {
  return { id: statement<Row>(sql(CONDITION.id)), path: statement<Row>(sql(CONDITION.path)) };
}

/** The project a path names. */
export const PathProject = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { params } = context
    .switchToHttp()
    .getRequest<FastifyRequest<{ Params: { id: string } }>>();
  return toProjectRef(params.id);
});
