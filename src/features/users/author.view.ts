import { iso } from '../../http/schema/iso.js';
import { Field, integer, string, timestamp, url } from '../../http/schema/schema.js';
import type { AuthorRow } from './users.repository.js';
import type { PublicUrl } from '../../http/routing/public-url.js';

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
