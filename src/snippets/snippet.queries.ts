import { JOIN_MEMBERSHIP, SNIPPET_VISIBLE } from '../auth/visibility.js';
import { statement } from '../database/statement.js';
import { Listing } from '../database/listing.js';
import { AUTHOR_COLUMNS, type AuthorRow } from '../users/author.view.js';
import { seenThing, type ThingAlone } from '../projects/seen-thing.js';

/** A snippet without its code, which only its own operation reads. */
export interface SnippetRow extends AuthorRow {
  id: number;
  project_id: number;
  title: string;
  file_name: string;
  visibility_level: number;
  created_at: number;
  updated_at: number;
  project_path: string;
  project_owner: string;
}

/** A snippet as somebody may see it, and what he is in its project. */
export interface SeenSnippet extends SnippetRow {
  level: number;
}

const COLUMNS = `sn.id, sn.project_id, sn.title, sn.file_name, sn.visibility_level, sn.created_at,
  sn.updated_at, sn.author_id, ${AUTHOR_COLUMNS}, p.path AS project_path, o.username AS project_owner`;
const JOIN_PEOPLE = 'JOIN users a ON a.id = sn.author_id JOIN users o ON o.id = p.owner_id';

const seen = seenThing('snippets sn', SNIPPET_VISIBLE);

export const SNIPPET = seen<SeenSnippet>(COLUMNS, JOIN_PEOPLE);
/** Without all that only its own view shows. */
export const SNIPPET_ALONE = seen<ThingAlone>('sn.id, sn.project_id, sn.author_id');

export const SNIPPETS = new Listing<SnippetRow>({
  table: 'snippets sn',
  filterJoins: `JOIN projects p ON p.id = sn.project_id ${JOIN_MEMBERSHIP}`,
  where: `sn.project_id = :project AND ${SNIPPET_VISIBLE}`,
  joins: `JOIN projects p ON p.id = sn.project_id ${JOIN_PEOPLE}`,
  columns: COLUMNS,
});

export const CODE = statement<{ code: string }>('SELECT code FROM snippets WHERE id = :snippet');
