import type { DirectoryUser } from '../directory/directory-users.repository.js';
import type { Changes, UserChange } from '../directory/user-changes.js';

/** A list has at most this many users; `counts` has the number of all. */
export const MAX_LISTED = 1_000;

export interface SyncOptions {
  /** Reports what would change, and changes nothing. */
  dryRun?: boolean;
  /** The run may block this many users, whatever the limit of the settings is. */
  confirm?: number;
  /** Gets the error of a run that fails with `defect`. It is in the log too, but a command has no log. */
  onDefect?: (error: unknown) => void;
  onProgress?: (progress: SyncProgress) => void;
  /** Stops the run between two writes. */
  signal?: AbortSignal;
}

/** The run reads the directory twice: it counts which users it would block before it changes anybody. */
export interface SyncProgress {
  phase: 'counting' | 'applying';
  /** Entries that were read in this phase. */
  entries: number;
  /** Of how many; null while counting. */
  of: number | null;
}

export interface ReportedUser {
  username: string;
  dn: string;
  reason: string;
}

export interface ReportedChange {
  username: string;
  dn: string;
  /** By field of the interface. */
  changes: Changes;
  /** As in the audit trail, such as `the entry is back`. */
  reason: string;
}

export interface Held {
  wouldBlock: number;
  /** True if not all of these users were looked up: the run would block at most as many. */
  isUpperBound: boolean;
  limit: number;
  /** True if no user was found by the unique id, but other entries have the DNs. Then the limit is 0. */
  knowsNoId: boolean;
  users: ReportedUser[];
}

/** Why a run is held. */
type Hold = Omit<Held, 'users'>;

/** What a synchronization did. Plain JSON. */
export interface SyncReport {
  run: string;
  provider: string;
  dryRun: boolean;
  /** ISO 8601. */
  startedAt: string;
  ms: number;
  /** Settings that decided nothing, such as a filter that matches nobody. */
  warnings: string[];
  /** Entries of the directory. */
  entries: number;
  /** Users with an identity of the directory. */
  users: number;
  /** The lists have at most 1,000 users each. */
  counts: Record<'blocked' | 'unblocked' | 'changed' | 'administrators' | 'conflicts', number>;
  blocked: ReportedUser[];
  unblocked: ReportedChange[];
  changed: ReportedChange[];
  /** Who became an administrator, and who no longer is one. They are also in `changed`. */
  administrators: (ReportedUser & { admin: boolean })[];
  conflicts: ReportedUser[];
  /**
   * The run would have blocked more users than the limit, so it changed nothing. A dry run then reports what it would do
   * after `--confirm`.
   */
  held: Held | null;
  /** Why the run ended early. What it had changed until then stays. */
  failed: string | null;
  /**
   * What kind of failure that was: `directory` if the directory responded, but its entries, its rights and limits, or the
   * settings have to be corrected, `unavailable` if the directory or the database did not respond, `interrupted` if the run
   * was stopped or another instance took over.
   */
  failure: 'directory' | 'unavailable' | 'interrupted' | 'defect' | null;
}

/** What is stored of the last run, and what the log says. It names no users. */
export type SyncSummary = Omit<
  SyncReport,
  'blocked' | 'unblocked' | 'changed' | 'administrators' | 'conflicts' | 'held' | 'failure'
> & { held: Hold | null };

export function newReport(run: string, provider: string, dryRun: boolean): SyncReport {
  return {
    ...{ run, provider, dryRun, startedAt: new Date().toISOString(), ms: 0 },
    ...{ entries: 0, users: 0, warnings: [] },
    counts: { blocked: 0, unblocked: 0, changed: 0, administrators: 0, conflicts: 0 },
    ...{ blocked: [], unblocked: [], changed: [], administrators: [], conflicts: [] },
    ...{ held: null, failed: null, failure: null },
  };
}

/** Adds what happened to one user. */
export function reportChange(report: SyncReport, change: UserChange | null): void {
  if (!change) return;
  const { username, dn, state, changes, reason, conflicts } = change;
  const { admin } = changes;
  for (const conflict of conflicts) add(report, 'conflicts', { username, dn, reason: conflict });
  if (admin) add(report, 'administrators', { username, dn, reason, admin: admin.to === true });
  if (state === 'blocked') add(report, 'blocked', { username, dn, reason });
  else if (state === 'unblocked') add(report, 'unblocked', { username, dn, changes, reason });
  else if (Object.keys(changes).length > 0)
    add(report, 'changed', { username, dn, changes, reason });
}

export function reportConflict(report: SyncReport, conflict: ReportedUser): void {
  add(report, 'conflicts', conflict);
}

export const reportedUser = (
  { username, extern_uid }: Pick<DirectoryUser, 'username' | 'extern_uid'>,
  reason: string,
): ReportedUser => ({ username, dn: extern_uid, reason });

export function summaryOf(report: SyncReport): SyncSummary {
  const { run, provider, dryRun, startedAt, ms, warnings, entries, users, counts, failed } = report;
  const { held } = report;
  return {
    ...{ run, provider, dryRun, startedAt, ms, warnings, entries, users, counts, failed },
    held: held && {
      ...{ wouldBlock: held.wouldBlock, isUpperBound: held.isUpperBound },
      ...{ limit: held.limit, knowsNoId: held.knowsNoId },
    },
  };
}

function add<List extends keyof SyncReport['counts']>(
  report: SyncReport,
  list: List,
  item: SyncReport[List][number],
): void {
  report.counts[list]++;
  const items = report[list] as (typeof item)[];
  if (items.length < MAX_LISTED) items.push(item);
}

/** The command that lets a run block as many users as the held one would have. */
export const confirmCommand = ({ wouldBlock }: Pick<Held, 'wouldBlock'>): string =>
  `forgenote ldap sync --confirm ${wouldBlock}`;

/** Such as `8 users`, or `up to 50000 users` if not all of them were looked up. */
const blockedUsers = ({
  wouldBlock,
  isUpperBound,
}: Pick<Held, 'wouldBlock' | 'isUpperBound'>): string =>
  `${isUpperBound ? 'up to ' : ''}${wouldBlock} users`;

/** Why a run is held, without a full stop. */
export const reasonOfHold = ({ limit, knowsNoId, ...blocks }: Hold): string =>
  knowsNoId
    ? `it would block ${blockedUsers(blocks)}, because it finds no user by the unique id, but other entries have their DNs. Maybe LDAP_ATTRIBUTE_UNIQUE_ID has changed`
    : `it would block ${blockedUsers(blocks)}, and the limit is ${limit}`;
