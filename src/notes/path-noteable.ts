import type { NoteableType } from '../activity/noteable.js';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { toId } from '../http/input/input.js';

/** What notes stand on, as a path names it. */
export interface NoteableRef {
  type: NoteableType;
  id: number;
}

/** The name the path of each kind has for its id. */
const NAMES: [name: string, type: NoteableType][] = [
  ['issue_id', 'Issue'],
  ['snippet_id', 'Snippet'],
  ['merge_request_id', 'MergeRequest'],
];

export function toNoteableRef(params: Record<string, string>): NoteableRef {
  for (const [name, type] of NAMES) {
    const text = params[name];
    if (text !== undefined) return { type, id: toId(text) };
  }
  throw new Error('The path names nothing that has notes');
}

/** The noteable the path names. */
export const PathNoteable = createParamDecorator((_: unknown, context: ExecutionContext) =>
  toNoteableRef(
    context.switchToHttp().getRequest<FastifyRequest<{ Params: Record<string, string> }>>().params,
  ),
);
