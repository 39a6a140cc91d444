import type { SubjectType } from '../audit/audit-actions.js';
import type { Unit } from '../../database/unit.js';

/** Something that is true of every row of a table that the service wrote. */
export interface Rule {
  table: string;
  /** What is true, to complete `each row of issues ...`. */
  text: string;
  /** True for rows that break it. The row is `t`. */
  isBroken: string;
  /** Large deletions break it until they have finished. */
  waitsForDeletions?: boolean;
  repair?: Repair;
}

/** Puts a row right without losing anything: only data that follows from other data can be repaired. */
interface Repair {
  /** For the audit trail: what the row belongs to. Both have the same id. */
  subject: Extract<SubjectType, 'user' | 'project'>;
  /** Runs in a unit of work that has locked the row. */
  run: (unit: Unit, id: number) => Promise<void>;
}
