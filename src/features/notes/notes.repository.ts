import type { Noteable, NoteableType } from '../../core/event-recording/noteable.js';
import type { Actor } from '../../core/auth/actor.js';
import { Level } from '../../core/auth/levels.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing, type Order } from '../../database/listing.js';
import { columns, type Row } from '../../database/rows.js';
import { statement, updateWhere } from '../../database/statement.js';
import { UnitManager } from '../../database/unit.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import { ISSUE_ITEM } from '../issues/issues.repository.js';
import { MERGE_REQUEST_ITEM } from '../merge-requests/merge-requests.repository.js';
import type { VisibleNoteable } from '../noteables/noteables.service.js';
import type { NoteableRef } from '../noteables/path-noteable.js';
import { itemInRow } from '../projects/project-items.repository.js';
import { LEVEL } from '../projects/project-visibility.js';
import { SNIPPET_ITEM } from '../snippets/snippets.repository.js';
import { AUTHOR_COLUMNS, type AuthorRow } from '../users/users.repository.js';
import { Note } from './note.entity.js';

/** A note with its author. */
export type NoteRow = Row<Omit<Note, 'projectId' | 'authorId' | 'system'>> &
  AuthorRow & { is_system: number };

type NoNote = Record<keyof NoteRow, null>;

type NewNote = Pick<Note, 'authorId' | 'body' | 'system' | 'createdAt' | 'updatedAt'>;

/** Columns of note `n` and of its author `a`. */
export const NOTE_FIELDS = `${columns(Note, 'n', ['projectId', 'authorId'])}, ${AUTHOR_COLUMNS}`;
const JOIN_AUTHOR = 'JOIN users a ON a.id = n.author_id';
const ITEMS = { Issue: ISSUE_ITEM, Snippet: SNIPPET_ITEM, MergeRequest: MERGE_REQUEST_ITEM };
const ON_NOTEABLE = 'n.noteable_type = :noteable_type AND n.noteable_id = :noteable_id';

// The statements are exported for bench/limit.
export const NOTES = new Listing<NoteRow>({
  table: 'notes n',
  where: ON_NOTEABLE,
  joins: JOIN_AUTHOR,
  columns: NOTE_FIELDS,
});
const NOTE = statement<NoteRow>(
  `SELECT ${NOTE_FIELDS} FROM notes n ${JOIN_AUTHOR} WHERE n.id = :note AND ${ON_NOTEABLE}`,
);
const forTypes = <T>(make: (type: NoteableType) => T): Record<NoteableType, T> => ({
  Issue: make('Issue'),
  Snippet: make('Snippet'),
  MergeRequest: make('MergeRequest'),
});
/** A noteable, with the columns of the note. They are null without one. One statement for both saves 45 µs. */
export const NOTEABLE_WITH_NOTE = forTypes((type) =>
  ITEMS[type].itemWith<NoteRow | NoNote>(
    NOTE_FIELDS,
    (
      id,
    ) => `LEFT JOIN notes n ON n.id = :note AND n.noteable_type = '${type}' AND n.noteable_id = ${id}
      LEFT ${JOIN_AUTHOR}`,
  ),
);
export const INSERT_NOTE = statement(
  `INSERT INTO notes (noteable_type, noteable_id, project_id, author_id, body, is_system, created_at, updated_at)
   VALUES (:noteable_type, :noteable_id, :project, :author, :body, :system, :created_at, :updated_at)`,
);

/**
 * Changes a note of the viewer, or of anybody in a project where the viewer is a master. Not if it has a later time than
 * `:now`, so that the response can show the time it has sent.
 */
export const CHANGE_BODY = forTypes((type) =>
  updateWhere({
    table: 'notes n',
    set: { body: ':body', updated_at: ':now' },
    joins: ITEMS[type].joinItem('n.noteable_id'),
    where: `n.id = :note AND n.is_system = 0 AND n.updated_at <= :now AND ${ITEMS[type].isSeen}
      AND (n.author_id = :viewer OR ${LEVEL} >= ${Level.master})`,
  }),
);
const TIME = statement<Pick<NoteRow, 'updated_at'>>(
  'SELECT updated_at FROM notes WHERE id = :note',
);

export class NotesRepository extends FeatureRepository<Note> {
  static readonly owned: readonly OwnedRows[] = [
    {
      table: 'notes',
      kind: 'Note',
      of: {
        User: 'author_id IN (:owners...)',
        Project: 'project_id IN (:owners...)',
        Issue: "noteable_type = 'Issue' AND noteable_id IN (:owners...)",
        Snippet: "noteable_type = 'Snippet' AND noteable_id IN (:owners...)",
        MergeRequest: "noteable_type = 'MergeRequest' AND noteable_id IN (:owners...)",
      },
      handOver: 'author_id = :ghost',
    },
  ];

  list(noteable: Noteable, params: PageParams, order: Order): Promise<Page<NoteRow>> {
    return paginate(NOTES.rows(this.database, order, keyOf(noteable)), params);
  }

  /** Null if the note belongs to something else. */
  findOn(noteable: Noteable, id: number): Promise<NoteRow | null> {
    return this.statements.row(NOTE, { ...keyOf(noteable), note: id });
  }

  /** Reads both with one statement. Null if the actor may not see the noteable. */
  async findWithNoteable(
    actor: Actor,
    { project: { by, values }, type, id: item }: NoteableRef,
    note: number,
  ): Promise<{ noteable: VisibleNoteable; note: NoteRow | null } | null> {
    const all = { item, note, ...actor.viewer, ...values };
    const row = await this.statements.row(NOTEABLE_WITH_NOTE[type][by], all);
    if (!row) return null;
    const noteable = { ...itemInRow(row), type };
    return { noteable, note: row.id === null ? null : row };
  }

  /** Returns the id. */
  async add(noteable: Noteable, note: NewNote): Promise<number> {
    return this.unit.insert(INSERT_NOTE, {
      ...keyOf(noteable),
      project: noteable.project_id,
      author: note.authorId,
      body: note.body,
      system: note.system,
      created_at: note.createdAt,
      updated_at: note.updatedAt,
    });
  }

  /**
   * The statement checks that the actor may change the note now. False if not, if the note is gone, or if it was changed
   * at a later time than `now`.
   */
  async changeBody(
    { viewer, scope }: Actor,
    type: NoteableType,
    id: number,
    { body, now }: { body: string; now: number },
  ): Promise<boolean> {
    const values = { note: id, body, now, ...viewer };
    const command = CHANGE_BODY[type];
    const matched =
      this.manager instanceof UnitManager
        ? await this.unit.write(command, values)
        : await this.database.write(scope, command, values);
    return matched > 0;
  }

  /** Locks the note until the unit ends. Null if it is gone. */
  async lockRow(id: number): Promise<Pick<NoteRow, 'updated_at'> | null> {
    return (await this.unit.lock(TIME, { note: id }))[0] ?? null;
  }
}

const keyOf = ({ type, id }: Noteable) => ({ noteable_type: type, noteable_id: id });
