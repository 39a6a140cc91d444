import type { DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../directory/directory.js';
import { lookUp } from './absence.js';
import type { Pace } from './pace.js';
import { MAX_LISTED, reportedUser, type ReportedUser } from './sync-report.js';
import type { Survey } from './survey.js';

/**
 * Counts the users that a run would block. Users whose entry the search did not return are looked up: only those that
 * are provably absent count.
 */
export async function countBlocks(
  survey: Survey,
  session: DirectorySession,
  users: DirectoryUsers,
  pace: Pace,
): Promise<{ wouldBlock: number; users: ReportedUser[] }> {
  let listed = [...survey.disabled];
  let wouldBlock = survey.disabledCount;
  let administrators = survey.disabledAdministrators;
  for await (const user of survey.missing()) {
    if ((await survey.managed([user])).length === 0) continue;
    const finding = await lookUp(session, user);
    await pace.rest();
    if (finding.kind !== 'absent') continue;
    wouldBlock++;
    administrators += user.admin;
    if (listed.length < MAX_LISTED) listed.push({ user, cause: finding.cause });
  }
  // A run never blocks the last administrator.
  if (administrators > 0 && administrators >= (await users.countActiveAdministrators())) {
    wouldBlock--;
    const last = listed.findLast(({ user }) => user.admin === 1);
    listed = listed.filter((one) => one !== last);
  }
  return { wouldBlock, users: listed.map(({ user, cause }) => reportedUser(user, cause)) };
}
