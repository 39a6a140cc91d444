import { Injectable } from '@nestjs/common';
import { LoggableError } from '../../base/log/loggable-error.js';

/** What a client can delete together with everything that belongs to it. */
export type Kind = 'User' | 'Project' | 'Issue' | 'Snippet' | 'MergeRequest' | 'Label' | 'Note';

/** How a row is hidden while the rows that belong to it are deleted in the background. */
interface Mark {
  /** Changes the row. `:now` is the time in milliseconds. */
  set: string;
  /** True for rows that are not marked. */
  isUnset: string;
}

/** The mark of tables that have a column `deleted_at`. */
export const DELETED_AT: Mark = { set: 'deleted_at = :now', isUnset: 'deleted_at IS NULL' };

/** Rows of one table that belong to something that can be deleted. */
export interface OwnedRows {
  table: string;
  /** What the rows are, if other rows belong to them in turn. */
  kind?: Kind;
  /** For a kind: without it, a row is always deleted in one unit of work. */
  mark?: Mark;
  /** By the kind of the owner: the condition that finds its rows. `IN (:owners...)` compares with the owner ids. */
  of: Partial<Record<Kind, string>>;
  /** Changes the rows instead of deleting them: `assignee_id = NULL`. */
  change?: string;
  /** For content of a user: the SET clause that gives it to `:ghost`. A hard deletion ignores it and deletes the content. */
  handOver?: string;
  /** Deleted in the same unit of work as the owner, because the rows reserve a name or an address. */
  last?: boolean;
}

/** Each feature registers its own rows here, so no feature has to know the tables of another. */
@Injectable()
export class DeletionRegistry {
  private readonly registered: OwnedRows[] = [];

  register(...rows: OwnedRows[]): void {
    this.registered.push(...rows);
  }

  /** @throws Error nobody registered rows of this kind */
  rowsOf(kind: Kind): OwnedRows {
    const rows = this.registered.find((one) => one.kind === kind);
    if (!rows) throw new LoggableError(`No feature registered rows of the kind ${kind}`);
    return rows;
  }

  all(): readonly OwnedRows[] {
    return this.registered;
  }

  /** The rows that belong to an owner of this kind: those that own rows themselves first. */
  ownedBy(kind: Kind): readonly OwnedRows[] {
    return this.registered
      .filter((rows) => rows.of[kind] !== undefined)
      .sort((a, b) => rank(a) - rank(b) || (a.table < b.table ? -1 : 1));
  }
}

/** The order in which rows are locked, owners first. Rows that own nothing follow, by table name. */
const ORDER: readonly Kind[] = [
  'User',
  'Project',
  'Issue',
  'Snippet',
  'MergeRequest',
  'Label',
  'Note',
];

function rank({ kind, last = false }: OwnedRows): number {
  if (last) return ORDER.length + 1;
  return kind ? ORDER.indexOf(kind) : ORDER.length;
}
