import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../directory/directory.js';
import { lookUp, type Finding } from './absence.js';
import type { Pace } from './pace.js';
import { MAX_LISTED, reportedUser, type ReportedUser } from './sync-report.js';
import type { Survey } from './survey.js';

export interface Blocks {
  wouldBlock: number;
  /** The first of them. */
  users: ReportedUser[];
  /**
   * How many of them have a DN that now belongs to another entry: it was created again, or the id attribute changed.
   */
  replaced: number;
}

/** Counts the users that a run would block. Each is looked up, as the run itself would do. */
export async function countBlocks(
  survey: Survey,
  session: DirectorySession,
  users: DirectoryUsers,
  pace: Pace,
): Promise<Blocks> {
  let listed: { user: DirectoryUser; cause: string }[] = [];
  let wouldBlock = 0;
  let administrators = 0;
  let replaced = 0;
  for await (const user of survey.suspects()) {
    const finding = await lookUp(session, user);
    const cause = causeOf(finding);
    await pace.rest();
    if (cause === null) continue;
    if (finding.kind === 'absent' && finding.isReplaced) replaced++;
    wouldBlock++;
    administrators += user.admin;
    if (listed.length < MAX_LISTED) listed.push({ user, cause });
  }
  // A run never blocks the last administrator.
  if (administrators > 0 && administrators >= (await users.countActiveAdministrators())) {
    wouldBlock--;
    const last = listed.findLast(({ user }) => user.admin === 1);
    listed = listed.filter((one) => one !== last);
  }
  const reported = listed.map(({ user, cause }) => reportedUser(user, cause));
  return { wouldBlock, users: reported, replaced };
}

/** Why the user would be blocked; null if nothing proves it. */
function causeOf(finding: Finding): string | null {
  if (finding.kind === 'found') return finding.entry.disabled?.reason ?? null;
  return finding.kind === 'absent' ? finding.cause : null;
}
