import type { PublicUrl } from '../../http/routing/public-url.js';
import { iso } from '../../http/schema/iso.js';
import { boolean, Field, integer, nothing, string, timestamp } from '../../http/schema/schema.js';
import { DeletedNoteAuthorView, NoteAuthorView } from '../users/author.view.js';
import type { NoteRow } from './notes.repository.js';

const UP = new Set([':thumbsup:', ':+1:']);
const DOWN = new Set([':thumbsdown:', ':-1:']);

/** The fields that all shapes of a note share. */
class NoteFields {
  @Field(integer('Identifier of the note.')) id: number;
  @Field(
    string('Content of the note, byte for byte as it was sent.', {
      examples: ['Which panel is that?'],
    }),
  )
  body: string;
  @Field(nothing('Always null.')) attachment: null;
  @Field(timestamp('When the note was created.')) created_at: string;
  @Field(boolean('True for notes that the service wrote itself.')) system: boolean;
  @Field(boolean('True if the body is exactly a thumbs up.')) upvote: boolean;
  @Field(boolean('True if the body is exactly a thumbs down.')) downvote: boolean;
  @Field(integer('Identifier of the issue, snippet or merge request.')) noteable_id: number;
  @Field(
    string('Kind of the resource with that identifier.', {
      enum: ['Issue', 'Snippet', 'MergeRequest'],
    }),
  )
  noteable_type: string;

  constructor(note: NoteRow) {
    this.id = note.id;
    this.body = note.body;
    this.attachment = null;
    this.created_at = iso(note.created_at);
    this.system = note.is_system === 1;
    this.upvote = UP.has(note.body);
    this.downvote = DOWN.has(note.body);
    this.noteable_id = note.noteable_id;
    this.noteable_type = note.noteable_type;
  }
}

export class NoteView extends NoteFields {
  @Field(() => NoteAuthorView) author: NoteAuthorView;
  @Field(timestamp('When the note was last modified.')) updated_at: string;

  constructor(note: NoteRow) {
    super(note);
    this.author = new NoteAuthorView(note);
    this.updated_at = iso(note.updated_at);
  }
}

/** A single note on a snippet: the fields of the note and of the snippet. */
export class SnippetNoteView extends NoteView {
  @Field(string('Title of the snippet.', { examples: ['Bernoulli numbers'] })) title: string;
  @Field(string('File name of the snippet.', { examples: ['note_g.rb'] }))
  file_name: string;
  @Field(nothing('Always null: snippets do not expire.')) expires_at: null;

  constructor(note: NoteRow, snippet: { title: string; file_name: string }) {
    super(note);
    this.title = snippet.title;
    this.file_name = snippet.file_name;
    this.expires_at = null;
  }
}

/** The response to a deletion. */
export class DeletedNoteView extends NoteFields {
  @Field(() => DeletedNoteAuthorView) author: DeletedNoteAuthorView;

  constructor(note: NoteRow, urls: PublicUrl) {
    super(note);
    this.author = new DeletedNoteAuthorView(note, urls);
  }
}
