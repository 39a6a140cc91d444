import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { NoteableType } from '../../core/event-recording/noteable.js';
import { toId } from '../../http/input/input.js';
import { toProjectRef, type ProjectRef } from '../projects/project-ref.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** A noteable as a path names it. */
export interface NoteableRef {
  project: ProjectRef;
  type: NoteableType;
  id: number;
}

/** The path parameter of each kind. */
const PARAMETERS: [name: string, type: NoteableType][] = [
  ['issue_id', 'Issue'],
  ['snippet_id', 'Snippet'],
  ['merge_request_id', 'MergeRequest'],
];

export function toNoteableRef(params: Record<string, string>): NoteableRef {
  const project = toProjectRef(params['id'] ?? '');
  for (const [name, type] of PARAMETERS) {
    const text = params[name];
    if (text !== undefined) return { project, type, id: toId(text) };
  }
  throw new LoggableError('The path has no issue_id, snippet_id or merge_request_id');
}

/** Injects the noteable that the path names. */
export const PathNoteable = createParamDecorator((_: unknown, context: ExecutionContext) =>
  toNoteableRef(
    context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>().params,
  ),
);
