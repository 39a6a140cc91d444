import type { AuditAuthor } from '../../core/audit/audit-trail.service.js';
import type { Unit } from '../../database/database.js';
import type { RequestScope } from '../../database/request-scope.js';
import type { UserChange } from './user-changes.js';

/** Why a directory changes a user. */
export interface ChangeContext {
  /** The record begins with it, such as `synchronization`. */
  reason: string;
  /** The run of a synchronization. */
  run?: string;
  /** Where a sign-in came from. */
  address?: string | null;
  /** Runs in the unit of work before it writes. What it throws undoes the change. */
  guard?: (unit: Unit, changes: readonly UserChange[]) => Promise<void>;
  /** Finds out what would change, and rolls it back. */
  isDryRun?: boolean;
}

export const signInContext = ({ address }: RequestScope): ChangeContext => ({
  ...{ reason: 'sign-in', address },
});

/** The author of what a directory changes. */
export const authorOf = (
  provider: string,
  { run, address = null }: ChangeContext,
): AuditAuthor => ({
  origin: provider,
  address,
  ...(run ? { run } : {}),
});
