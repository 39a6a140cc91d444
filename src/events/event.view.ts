import type { PublicUrl } from '../http/public-url.js';
import { Field, integer, iso, nothing, orNull, string, timestamp } from '../http/schema.js';
import type { NoteRow } from '../notes/note.queries.js';
import { NoteView } from '../notes/note.view.js';
import { UserSummaryView } from '../users/user.view.js';
import type { EventRow } from './event.queries.js';

const ACTIONS = ['created', 'opened', 'closed', 'accepted', 'commented on', 'joined', 'left'];

export class EventView {
  @Field(nothing('Always null.')) title!: null;
  @Field(integer('The project it happened in.')) project_id!: number;
  @Field(string('What was done.', { enum: ACTIONS })) action_name!: string;
  @Field(orNull(integer('What it was done to.'))) target_id!: number | null;
  @Field(orNull(string('What that is; null for the project itself.'))) target_type!: string | null;
  @Field(integer('Who did it.')) author_id!: number;
  @Field(() => UserSummaryView) author!: UserSummaryView;
  @Field(string('His login name.')) author_username!: string;
  @Field(nothing('Null for everything but a push.')) data!: null;
  @Field(orNull(string('Title of the target; for a note, of what it was written on.')))
  target_title!: string | null;
  @Field(timestamp('When it was done.')) created_at!: string;
  @Field(() => NoteView, { required: false }) note?: NoteView;

  static of(event: EventRow, urls: PublicUrl): EventView {
    const { actor_id, actor_name, actor_username, actor_state, note_id } = event;
    const person = { id: actor_id, name: actor_name, username: actor_username, state: actor_state };
    return {
      title: null,
      project_id: event.project_id,
      action_name: event.action,
      target_id: note_id ?? event.subject_id,
      target_type: note_id === null ? event.subject_type : 'Note',
      author_id: actor_id,
      author: UserSummaryView.of(person, urls),
      author_username: actor_username,
      data: null,
      target_title: event.subject_title,
      created_at: iso(event.created_at),
      ...(note_id === null ? {} : { note: NoteView.of(noteOf(event, note_id)) }),
    };
  }
}

/** The note of an event is there as long as the event is: they go together. */
function noteOf(event: EventRow, id: number): NoteRow {
  return { ...(event as unknown as NoteRow), id, created_at: event.note_created_at ?? 0 };
}
