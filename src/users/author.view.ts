import { iso } from '../http/schema/iso.js';
import { Field, integer, string, timestamp, url } from '../http/schema/schema.js';
import type { PublicUrl } from '../http/routing/public-url.js';

/** Columns of the author of a note or a snippet. */
export interface AuthorRow {
  author_id: number;
  author_username: string;
  author_email: string;
  author_name: string;
  author_state: string;
  author_created_at: number;
}

/** Columns of user `a`. The id is selected as `author_id` from the row that was written. */
export const AUTHOR_COLUMNS = `a.username AS author_username, a.email AS author_email,
  a.name AS author_name, a.state AS author_state, a.created_at AS author_created_at`;

/** The author of a note or a snippet. */
export class NoteAuthorView {
  @Field(integer('Identifier of the user.', { examples: [2] })) id: number;
  @Field(string('Login name.', { examples: ['ada'] })) username: string;
  @Field(string('Primary address.', { examples: ['ada@example.com'] })) email: string;
  @Field(string('Display name.', { examples: ['Ada Lovelace'] })) name: string;
  @Field(
    string('Blocked users cannot use the service.', {
      enum: ['active', 'blocked', 'ldap_blocked'],
    }),
  )
  state: string;
  @Field(timestamp('When the account was created.')) created_at: string;

  constructor(row: AuthorRow) {
    this.id = row.author_id;
    this.username = row.author_username;
    this.email = row.author_email;
    this.name = row.author_name;
    this.state = row.author_state;
    this.created_at = iso(row.author_created_at);
  }
}

/** The author of a deleted note. */
export class DeletedNoteAuthorView extends NoteAuthorView {
  @Field(
    url('Avatar, served by the service itself.', {
      examples: ['http://127.0.0.1:3000/avatars/2.svg'],
    }),
  )
  avatar_url: string;
  @Field(url('Page of the user.', { examples: ['http://127.0.0.1:3000/ada'] })) web_url: string;

  constructor(row: AuthorRow, urls: PublicUrl) {
    super(row);
    this.avatar_url = urls.avatar(row.author_id);
    this.web_url = urls.profile(row.author_username);
  }
}
