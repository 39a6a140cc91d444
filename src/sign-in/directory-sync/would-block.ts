import type { DirectorySession } from '../ldap/directory-session.js';
import { lookUp, type Finding } from './absence.js';
import type { Pace } from './pace.js';
import { MAX_LISTED, reportedUser, type ReportedUser } from './sync-report.js';
import type { Survey } from './survey.js';

interface Blocks {
  wouldBlock: number;
  /** True if some of them were not looked up, so that fewer may be blocked. */
  isUpperBound: boolean;
  /** The first of them. */
  users: ReportedUser[];
  /**
   * How many of them have a DN that now belongs to another entry: it was created again, or the id attribute changed.
   */
  replaced: number;
}

/**
 * Counts the users that a run would block. Each is looked up, as the run itself would do. After a mistake in the filter
 * that is everybody, with several searches each.
 *
 * @param enough the run is held if it blocks more users. Those beyond need no lookup: the report cannot list them
 */
export async function countBlocks(
  survey: Survey,
  session: DirectorySession,
  pace: Pace,
  enough: number,
): Promise<Blocks> {
  let findsPeople = false;
  const hasPeople = async () => (findsPeople ||= await session.hasPeople());
  const blocks: Blocks = { wouldBlock: 0, isUpperBound: false, users: [], replaced: 0 };
  let lookedUp = 0;
  for await (const user of survey.suspects()) {
    if (blocks.wouldBlock > enough) {
      blocks.wouldBlock += survey.suspectCount - lookedUp;
      blocks.isUpperBound = true;
      break;
    }
    lookedUp++;
    const finding = await lookUp(session, user, hasPeople);
    await pace.rest();
    const cause = causeOf(finding);
    if (cause === null) continue;
    if (finding.kind === 'absent' && finding.isReplaced) blocks.replaced++;
    blocks.wouldBlock++;
    if (blocks.users.length < MAX_LISTED) blocks.users.push(reportedUser(user, cause));
  }
  return blocks;
}

/** Why the user would be blocked; null if nothing proves it. */
function causeOf(finding: Finding): string | null {
  if (finding.kind === 'found') return finding.entry.disabled?.reason ?? null;
  return finding.kind === 'absent' ? finding.cause : null;
}
