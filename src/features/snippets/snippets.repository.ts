import type { Actor } from '../../core/auth/actor.js';
import { Visibility } from '../../core/auth/levels.js';
import { Listing } from '../../database/listing.js';
import { columns, type Row } from '../../database/rows.js';
import { DELETED_AT, type OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import {
  inProject,
  itemStatements,
  ProjectItemsRepository,
  visibleItem,
} from '../projects/project-items.repository.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { JOIN_MEMBERSHIP } from '../projects/project-visibility.js';
import { AUTHOR_COLUMNS, type AuthorRow } from '../users/users.repository.js';
import { Snippet } from './snippet.entity.js';

const LEFT_OUT = ['code', 'authorId', 'deletedAt'] as const;

/** A snippet without its code, which only `findWithCode` reads. */
export type SnippetRow = Row<Omit<Snippet, (typeof LEFT_OUT)[number]>> &
  AuthorRow & { project_path: string; project_owner: string };

export type VisibleSnippet = SnippetRow & {
  /** The viewer's access level in the project. */
  level: number;
};

export type SnippetWithCode = VisibleSnippet & { code: string };

/** Snippet `sn` of a visible project, by the snippet's own level. If private: visible to author and members. */
export const SNIPPET_VISIBLE = `sn.deleted_at IS NULL AND (:viewer_admin = 1 OR p.owner_id = :viewer OR sn.author_id = :viewer
  OR m.id IS NOT NULL OR sn.visibility_level = ${Visibility.public}
  OR (sn.visibility_level = ${Visibility.internal} AND :viewer_external = 0))`;

const TABLE = 'snippets sn';
const COLUMNS = `${columns(Snippet, 'sn', LEFT_OUT)}, ${AUTHOR_COLUMNS},
  p.path AS project_path, o.username AS project_owner`;
const JOIN_PROJECT = 'JOIN projects p ON p.id = sn.project_id';
const JOIN_PEOPLE = 'JOIN users a ON a.id = sn.author_id JOIN users o ON o.id = p.owner_id';

export const SNIPPET_ITEM = itemStatements(TABLE, SNIPPET_VISIBLE, 'NULL');
const visibleSnippet = visibleItem(TABLE, SNIPPET_VISIBLE);
const VISIBLE_SNIPPET = visibleSnippet<VisibleSnippet>(COLUMNS, JOIN_PEOPLE);
const WITH_CODE = visibleSnippet<SnippetWithCode>(`${COLUMNS}, sn.code`, JOIN_PEOPLE);

const SNIPPETS = new Listing<SnippetRow>({
  table: TABLE,
  filterJoins: `${JOIN_PROJECT} ${JOIN_MEMBERSHIP}`,
  where: `${inProject('sn')} AND ${SNIPPET_VISIBLE}`,
  joins: `${JOIN_PROJECT} ${JOIN_PEOPLE}`,
  columns: COLUMNS,
});

export class SnippetsRepository extends ProjectItemsRepository<Snippet> {
  static readonly owned: readonly OwnedRows[] = [
    {
      table: 'snippets',
      kind: 'Snippet',
      mark: DELETED_AT,
      of: { Project: 'project_id IN (:owners...)', User: 'author_id IN (:owners...)' },
      handOver: 'author_id = :ghost',
    },
  ];

  protected readonly itemQueries = SNIPPET_ITEM;

  /** Null if the actor may not see the project or the snippet. */
  findSnippet(actor: Actor, ref: ProjectRef, id: number): Promise<VisibleSnippet | null> {
    return this.findVisible(VISIBLE_SNIPPET, actor, ref, id);
  }

  /** One statement: code that is written when the actor may not see the snippet any more must not be read. */
  findWithCode(actor: Actor, ref: ProjectRef, id: number): Promise<SnippetWithCode | null> {
    return this.findVisible(WITH_CODE, actor, ref, id);
  }

  /** The snippets of a project that the actor may see, newest first. */
  list(actor: Actor, project: number, params: PageParams): Promise<Page<SnippetRow>> {
    return paginate(SNIPPETS.rows(this.database, 'desc', { ...actor.viewer, project }), params);
  }

  /** Returns the id of the new snippet. */
  add(snippet: Omit<Snippet, 'id'>): Promise<number> {
    return this.insertRow(snippet);
  }
}
