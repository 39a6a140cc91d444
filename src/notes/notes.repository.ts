import { randomInt } from 'node:crypto';
import type { Noteable, NoteableType } from '../activity/noteable.js';
import { nowOrLater } from '../database/clock.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { Listing, type Order } from '../database/listing.js';
import type { RequestScope } from '../database/request-scope.js';
import { statement } from '../database/statement.js';
import type { OwnedRows } from '../deletion/deletion-registry.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { AUTHOR_COLUMNS, type AuthorRow } from '../users/users.repository.js';
import type { Note } from './note.entity.js';

/** A note with its author. */
export interface NoteRow extends AuthorRow {
  id: number;
  body: string;
  is_system: number;
  created_at: number;
  updated_at: number;
  noteable_id: number;
  noteable_type: NoteableType;
}

type NewNote = Pick<Note, 'authorId' | 'body' | 'system' | 'createdAt' | 'updatedAt'>;

/** The range of `randomInt`. */
const MAX_PROOF = 2 ** 48 - 1;

/** Columns of note `n` without its text, and of its author `a`. */
export const NOTE_FIELDS = `n.id, n.is_system, n.created_at, n.updated_at, n.noteable_id,
  n.noteable_type, ${AUTHOR_COLUMNS}`;
const JOIN_AUTHOR = 'JOIN users a ON a.id = n.author_id';
const ON_NOTEABLE = 'n.noteable_type = :noteable_type AND n.noteable_id = :noteable_id';

// The statements are exported for bench/limit.
export const NOTES = new Listing<NoteRow>({
  table: 'notes n',
  where: ON_NOTEABLE,
  joins: JOIN_AUTHOR,
  columns: NOTE_FIELDS,
  texts: { body: 'n.body' },
});
export const NOTE = statement<NoteRow>(
  `SELECT ${NOTE_FIELDS}, n.body FROM notes n ${JOIN_AUTHOR} WHERE n.id = :note AND ${ON_NOTEABLE}`,
);
export const INSERT_NOTE = statement(
  `INSERT INTO notes (noteable_type, noteable_id, project_id, author_id, body, is_system, created_at, updated_at,
     proof)
   VALUES (:noteable_type, :noteable_id, :project, :author, :body, :system, :created_at, :updated_at, :proof)`,
);
const CHANGE_BODY_TEXT = `UPDATE notes
  SET body = :body, updated_at = ${nowOrLater('updated_at')} WHERE id = :note`;
export const CHANGE_BODY = statement(CHANGE_BODY_TEXT);
const CHANGE_AGAIN = statement(`${CHANGE_BODY_TEXT} AND updated_at = :before`);
const PROOF = statement('SELECT id FROM notes WHERE id = :id AND proof = :proof');
const BY_ID = statement<{ id: number }>('SELECT id FROM notes WHERE id = :note');

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
    return this.statements.row(NOTE, Object.assign(keyOf(noteable), { note: id }));
  }

  /** Returns the id. */
  async add(noteable: Noteable, note: NewNote): Promise<number> {
    const proof = randomInt(MAX_PROOF);
    const id = await this.unit.insert(INSERT_NOTE, {
      ...keyOf(noteable),
      project: noteable.project_id,
      author: note.authorId,
      body: note.body,
      system: note.system,
      created_at: note.createdAt,
      updated_at: note.updatedAt,
      proof,
    });
    this.unit.proveBy(PROOF, { id, proof });
    return id;
  }

  /**
   * False if the note is gone.
   *
   * @param before the former `updated_at`
   */
  async changeBody(
    scope: RequestScope,
    id: number,
    body: string,
    { now, before }: { now: number; before: number },
  ): Promise<boolean> {
    const values = { note: id, body, now, before };
    if ((await this.database.write(scope, CHANGE_BODY, values, CHANGE_AGAIN)) > 0) return true;
    // The first attempt was stored, or another request has changed the note since.
    return (await this.statements.row(BY_ID, { note: id })) !== null;
  }

  /** Locks the note until the unit ends. False if it is gone. */
  async lockRow(id: number): Promise<boolean> {
    return (await this.unit.lock(BY_ID, { note: id })).length > 0;
  }
}

const keyOf = ({ type, id }: Noteable) => ({ noteable_type: type, noteable_id: id });
