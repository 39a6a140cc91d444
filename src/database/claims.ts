import { IdColumn } from './columns.js';
import { statement, type Statement } from './statement.js';

/**
 * Base of entities whose rows decide about the writing of others: how many addresses a user has, whether a note is still
 * there. A unit that decides by such a row locks it, and does not change it.
 *
 * In a Galera cluster, a server knows only the locks that were taken on it, and the cluster compares what units have
 * changed. So a unit that decides also counts `claims` up: of two that have changed or deleted the same row, one runs
 * again. On other servers the column stays null.
 */
export abstract class Claimable {
  @IdColumn({ name: 'claims', nullable: true }) protected readonly claims?: number | null;
}

/** For `Unit.claim`. @param where the condition on the rows by which the unit decides */
export const claim = (table: string, where: string): Statement<never> =>
  statement(`UPDATE ${table} SET claims = COALESCE(claims, 0) + 1 WHERE ${where}`);
