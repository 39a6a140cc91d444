import {
  blockedUsers,
  confirmCommand,
  reasonOfHold,
  type HeldRun,
  type Held,
  type ReportedChange,
  type ReportedUser,
  type SyncReport,
} from '../directory-sync/sync-report.js';
import { escapeUnsafe } from '../log/terminal-line.js';

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
  if (failed !== null) lines.push(failed);
  lines.push(
    `${provider}: ${entries} entries, ${users} users, ${counts.blocked} blocked, ${counts.unblocked} unblocked, ` +
      `${counts.changed} changed, ${counts.conflicts} differ (${(ms / 1000).toFixed(1)} s)` +
      (dryRun ? '. Dry run: nothing was changed.' : ''),
  );
  // People of a directory choose some of their values, which must not forge lines.
  return lines.map(escapeUnsafe).join('\n');
}

/** Which held run `--confirm` is for. */
export function describeConfirmed(
  provider: string,
  held: HeldRun | null,
  confirm: boolean | number,
): string {
  const limit = typeof confirm === 'number' ? ` This run blocks at most ${confirm}.` : '';
  if (!held) return `${provider}: no run is held, so --confirm confirms nothing.${limit}`;
  const { run, startedAt } = held;
  return `${provider}: --confirm is for the held run ${run} of ${startedAt}, which would block ${blockedUsers(held)}.${limit}`;
}

const role = ({ admin }: SyncReport['administrators'][number]): string =>
  admin ? 'an administrator' : 'an ordinary user';

function heldLines({ run, provider, dryRun }: SyncReport, held: Held): string[] {
  const { wouldBlock, isUpperBound, limit, users, onlyByNumber } = held;
  if (dryRun && onlyByNumber)
    return [
      `The run would change nothing: it would block ${blockedUsers(held)}, and --confirm allows ${limit}.`,
      adviceForNumber(provider, held),
    ];
  if (dryRun)
    return [
      `A run would be held: ${reasonOfHold(held)}.`,
      `If that is right, run: forgenote ldap sync ${provider}, then: ${confirmCommand(provider, held)}. Otherwise correct the directory or its settings.`,
    ];
  const listed = [
    ...users.map((user) => `would be blocked: ${person(user)}`),
    ...(wouldBlock > users.length
      ? [`... and ${isUpperBound ? 'up to ' : ''}${wouldBlock - users.length} more`]
      : []),
  ];
  if (onlyByNumber)
    return [
      ...listed,
      `Nothing was changed: the run would block ${blockedUsers(held)}, and --confirm allows ${limit}. This is the run ${run}.`,
      adviceForNumber(provider, held),
    ];
  return [
    ...listed,
    `Held: ${reasonOfHold(held)}. Nothing was changed. This is the run ${run}.`,
    `If that is right, run: ${confirmCommand(provider, held)}. Otherwise correct the directory or its settings.`,
  ];
}

/** If the run would block more than the number of `--confirm`, but no more than the limit of the settings. */
const adviceForNumber = (provider: string, held: Held): string =>
  `The setting BLOCK_LIMIT of this directory allows it, so the next scheduled run will block these users. If that is right, run: ${confirmCommand(provider, held)}. Otherwise correct the directory or its settings now.`;

function person(user: ReportedUser | ReportedChange): string {
  const changes = 'changes' in user ? `${describeChanges(user)}. Reason: ` : '';
  return `${user.username} (${user.dn}): ${changes}${user.reason}`;
}

function describeChanges({ changes }: ReportedChange): string {
  return Object.entries(changes)
    .map(([field, { from, to }]) => `${field} from ${String(from)} to ${String(to)}`)
    .join(', ');
}
