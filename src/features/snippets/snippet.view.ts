import type { PublicUrl } from '../../http/routing/public-url.js';
import { iso } from '../../http/schema/iso.js';
import { Field, integer, nothing, string, timestamp, url } from '../../http/schema/schema.js';
import { NoteAuthorView } from '../users/author.view.js';
import { visibilityLevel } from '../projects/project.view.js';
import type { SnippetRow } from './snippets.repository.js';

export class SnippetView {
  @Field(integer('Identifier of the snippet.')) id: number;
  @Field(string('Title.', { examples: ['Bernoulli numbers'] })) title: string;
  @Field(string('File name.', { examples: ['note_g.rb'] }))
  file_name: string;
  @Field(() => NoteAuthorView) author: NoteAuthorView;
  @Field(visibilityLevel) visibility_level: number;
  @Field(nothing('Always null: snippets do not expire.')) expires_at: null;
  @Field(timestamp('Time of the last change or comment.')) updated_at: string;
  @Field(timestamp('Time of creation.')) created_at: string;
  @Field(
    url('Web page of the snippet.', {
      examples: ['http://127.0.0.1:3000/ada/analytical-engine/snippets/1'],
    }),
  )
  web_url: string;

  constructor(snippet: SnippetRow, urls: PublicUrl) {
    const { id, project_owner, project_path } = snippet;
    this.id = id;
    this.title = snippet.title;
    this.file_name = snippet.file_name;
    this.author = new NoteAuthorView(snippet);
    this.visibility_level = snippet.visibility_level;
    this.expires_at = null;
    this.updated_at = iso(snippet.updated_at);
    this.created_at = iso(snippet.created_at);
    this.web_url = `${urls.profile(project_owner)}/${project_path}/snippets/${id}`;
  }
}
