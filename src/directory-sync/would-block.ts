import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../directory/directory.js';
import { lookUp, type Finding } from './absence.js';
import type { Pace } from './pace.js';
import { MAX_LISTED, reportedUser, type ReportedUser } from './sync-report.js';
import type { Survey } from './survey.js';

/** Counts the users that a run would block. Each is looked up, as the run itself would do. */
export async function countBlocks(
  survey: Survey,
  session: DirectorySession,
  users: DirectoryUsers,
  pace: Pace,
): Promise<{ wouldBlock: number; users: ReportedUser[] }> {
  let listed: { user: DirectoryUser; cause: string }[] = [];
  let wouldBlock = 0;
  let administrators = 0;
  for await (const user of survey.suspects()) {
    const cause = causeOf(await lookUp(session, user));
    await pace.rest();
    if (cause === null) continue;
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
  return { wouldBlock, users: listed.map(({ user, cause }) => reportedUser(user, cause)) };
}

/** Why the user would be blocked; null if nothing proves it. */
function causeOf(finding: Finding): string | null {
  if (finding.kind === 'found') return finding.entry.disabled;
  return finding.kind === 'absent' ? finding.cause : null;
}
