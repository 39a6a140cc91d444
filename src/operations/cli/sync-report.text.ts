import {
  confirmCommand,
  reasonOfHold,
  type Held,
  type ReportedChange,
  type ReportedUser,
  type SyncReport,
} from '../../sign-in/directory-sync/sync-report.js';
import { escapeUnsafe } from '../../base/log/terminal-line.js';

/** The report for people: what happened to each user, and a summary. */
export function describeReport(report: SyncReport): string {
  const { provider, dryRun, entries, users, ms, counts, held, failed } = report;
  const verb = dryRun ? 'would be' : 'was';
  const lines = [
    ...report.blocked.map((user) => `${verb} blocked: ${person(user)}`),
    ...report.unblocked.map((user) => `${verb} unblocked: ${person(user)}`),
    ...report.changed.map((user) => `${verb} changed: ${person(user)}`),
    ...report.administrators.map((user) => `${verb} made ${role(user)}: ${person(user)}`),
    ...report.conflicts.map((user) => `differs: ${person(user)}`),
  ];
  const listed = lines.length;
  const { administrators } = counts;
  const all =
    counts.blocked + counts.unblocked + counts.changed + administrators + counts.conflicts;
  if (all > listed) lines.push(`... and ${all - listed} more`);
  if (held) lines.push(...heldLines(report, held));
  lines.push(...report.warnings.map((warning) => `warning: ${warning}`));
  if (failed !== null) lines.push(failed);
  lines.push(
    `${provider}: ${entries} entries, ${users} users, ${counts.blocked} blocked, ${counts.unblocked} unblocked, ` +
      `${counts.changed} changed, ${counts.conflicts} differ (${(ms / 1000).toFixed(1)} s)` +
      (dryRun ? '. Dry run: nothing was changed.' : ''),
  );
  // People of a directory choose some of their values, which must not forge lines.
  return lines.map(escapeUnsafe).join('\n');
}

const role = ({ admin }: SyncReport['administrators'][number]): string =>
  admin ? 'an administrator' : 'an ordinary user';

function heldLines({ run, dryRun }: SyncReport, held: Held): string[] {
  const { wouldBlock, isUpperBound, users } = held;
  const advice = `If that is right, run: ${confirmCommand(held)}. Otherwise correct the directory or its settings.`;
  if (dryRun) return [`A run would be held: ${reasonOfHold(held)}.`, advice];
  return [
    ...users.map((user) => `would be blocked: ${person(user)}`),
    ...(wouldBlock > users.length
      ? [`... and ${isUpperBound ? 'up to ' : ''}${wouldBlock - users.length} more`]
      : []),
    `Held: ${reasonOfHold(held)}. Nothing was changed. This is the run ${run}.`,
    advice,
  ];
}

function person(user: ReportedUser | ReportedChange): string {
  const changes = 'changes' in user ? `${describeChanges(user)}. Reason: ` : '';
  return `${user.username} (${user.dn}): ${changes}${user.reason}`;
}

function describeChanges({ changes }: ReportedChange): string {
  return Object.entries(changes)
    .map(([field, { from, to }]) => `${field} from ${String(from)} to ${String(to)}`)
    .join(', ');
}
