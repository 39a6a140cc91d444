import type { BrokenReference } from '../../database/engines/copy/snapshot.js';

/** What the operator should know of a backup or a copy that is complete. */
export interface CopyFindings {
  /** Tables of other programs, which were left out. */
  foreign: string[];
  /** Rows that were copied although they refer to rows that do not exist. */
  broken: BrokenReference[];
}

/** Sentences for the operator, each after a space. */
export function describeFindings({ foreign, broken }: CopyFindings): string {
  const sentences = broken.map(
    ({ table, parent, rows }) =>
      `${rows} references of ${table} are to rows of ${parent} that do not exist: forgenote doctor lists them.`,
  );
  if (foreign.length > 0)
    sentences.unshift(`Tables of other programs are left out: ${foreign.join(', ')}.`);
  return sentences.map((sentence) => ` ${sentence}`).join('');
}

/** The same for scripts. */
export const findingsData = ({ foreign, broken }: CopyFindings) => ({
  left_out: foreign,
  broken_references: broken,
});
