import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { toId } from '../../http/input/input.js';
import { toNoteableRef, type NoteableRef } from '../noteables/path-noteable.js';

/** A noteable, or a note on it, as a path names it. */
export interface AwardableRef {
  noteable: NoteableRef;
  note?: number;
}

/** Injects the awardable that the path names. */
export const PathAwardable = createParamDecorator(
  (_: unknown, context: ExecutionContext): AwardableRef => {
    const { params } = context
      .switchToHttp()
      .getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    const note = params['note_id'];
    const noteable = toNoteableRef(params);
    return note === undefined ? { noteable } : { noteable, note: toId(note) };
  },
);
