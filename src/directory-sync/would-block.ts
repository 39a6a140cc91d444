import type { DirectoryConfig } from '../config/config.js';
import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import { readPerson } from '../directory/read-rights.js';
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
 * Counts the users that a run would block. Each is looked up, as the run itself would do: after a mistake in the filter
 * that is everybody, with several searches each.
 *
 * @param enough the run is held if it blocks more users. Those beyond need no lookup: the report cannot list them
 */
export async function countBlocks(
  survey: Survey,
  session: DirectorySession,
  users: DirectoryUsers,
  config: DirectoryConfig,
  pace: Pace,
  enough: number,
): Promise<Blocks> {
  let findsPeople = false;
  const hasPeople = async () => (findsPeople ||= await session.hasPeople());
  let lookedUp = 0;
  let listed: { user: DirectoryUser; cause: string }[] = [];
  let wouldBlock = 0;
  let administrators = 0;
  let replaced = 0;
  for await (const user of survey.suspects()) {
    if (wouldBlock > enough) {
      const others = Math.max(survey.suspectCount - lookedUp, 1);
      const reported = listed.map(({ user, cause }) => reportedUser(user, cause));
      return { wouldBlock: wouldBlock + others, isUpperBound: true, users: reported, replaced };
    }
    lookedUp++;
    const finding = await lookUp(session, user, hasPeople);
    const cause = causeOf(finding);
    await pace.rest();
    if (cause === null) continue;
    if (finding.kind === 'absent' && finding.isReplaced) replaced++;
    wouldBlock++;
    administrators += user.admin;
    if (listed.length < MAX_LISTED) listed.push({ user, cause });
  }
  const areAllBlocked =
    administrators > 0 && administrators >= (await users.countActiveAdministrators());
  // A run blocks all of them only if it makes another user an administrator. Otherwise the last one stays.
  if (areAllBlocked && !(await makesAdministrator(survey, session, config, pace))) {
    wouldBlock--;
    const last = listed.findLast(({ user }) => user.admin === 1);
    listed = listed.filter((one) => one !== last);
  }
  const reported = listed.map(({ user, cause }) => reportedUser(user, cause));
  return { wouldBlock, isUpperBound: false, users: reported, replaced };
}

/** Whether the run makes a user an active administrator. Each is looked up, as the run itself would do. */
async function makesAdministrator(
  survey: Survey,
  session: DirectorySession,
  config: DirectoryConfig,
  pace: Pace,
): Promise<boolean> {
  for await (const user of survey.promotedUsers()) {
    const finding = await lookUp(session, user);
    await pace.rest();
    if (finding.kind !== 'found' || finding.entry.disabled !== null) continue;
    const { rights, hiddenSign } = await readPerson(session, user, finding.entry, config);
    if (hiddenSign === null && (rights.admin ?? user.admin === 1)) return true;
  }
  return false;
}

/** Why the user would be blocked; null if nothing proves it. */
function causeOf(finding: Finding): string | null {
  if (finding.kind === 'found') return finding.entry.disabled?.reason ?? null;
  return finding.kind === 'absent' ? finding.cause : null;
}
