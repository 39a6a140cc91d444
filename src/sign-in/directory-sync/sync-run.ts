import type { DirectoryConfig } from '../../base/config/config.js';
import type { Unit } from '../../database/database.js';
import type { DirectoryUsersRepository } from '../directory/directory-users.repository.js';
import type { ChangeContext } from '../directory/change-context.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import { readRights, type RightsOf } from '../directory/read-rights.js';
import { REPEATED_ID } from './absence.js';
import { blockLimit } from './block-limit.js';
import { EntryMatcher, type Match } from './entry-matcher.js';
import { link, needsOnlyLink } from './link.js';
import { Pace } from './pace.js';
import { RepeatedIds } from './repeated-ids.js';
import { Survey } from './survey.js';
import type { SyncLimits } from './sync-limits.js';
import { SyncFailure, UserUpdates } from './user-updates.js';
import { countBlocks } from './would-block.js';
import {
  reportChange,
  reportConflict,
  reportedUser,
  type ReportedUser,
  type SyncOptions,
  type SyncReport,
} from './sync-report.js';

/** People that are handled without a rest. Requests wait meanwhile, so a page of the directory comes in parts. */
const PART = 50;

interface SyncServices {
  repository: DirectoryUsersRepository;
  users: DirectoryUsers;
  limits: SyncLimits;
}

/** One synchronization: a survey that counts, then a second pass over the directory that writes. */
export class SyncRun {
  private readonly pace: Pace;
  private readonly context: ChangeContext;

  constructor(
    private readonly services: SyncServices,
    private readonly config: DirectoryConfig,
    private readonly session: DirectorySession,
    private readonly report: SyncReport,
    private readonly options: SyncOptions,
    /** @throws Error another process synchronizes */
    guard?: (unit: Unit) => Promise<void>,
  ) {
    this.pace = new Pace(services.limits.maxRestMs, options.signal);
    this.context = {
      ...{ reason: 'synchronization', run: report.run, isDryRun: report.dryRun },
      ...(guard ? { guard } : {}),
    };
  }

  /** Fills the report. @throws DirectoryUnavailable, SyncFailure, Stopped */
  async run(): Promise<void> {
    const { config, session, report, context, pace } = this;
    const { repository, users, limits } = this.services;
    const rightsOf = await readRights(session, config, (reason) => report.warnings.push(reason));
    const matcher = await EntryMatcher.load(
      repository,
      config.provider,
      limits.usersPerPage,
      session,
      pace,
    );
    const survey = await this.survey(matcher);
    Object.assign(report, { entries: survey.entries, users: survey.users });
    this.requireEntries(survey);
    const allowed = this.options.confirm ?? blockLimit(config, survey.users);
    const isHeld = await this.hold(survey, allowed);
    if (isHeld && !report.dryRun) return;
    // A dry run also shows what a confirmed run would do.
    const limit = isHeld ? Infinity : allowed;
    const updates = new UserUpdates(users, config, session, report, context, pace, limit);
    for (const mismatch of survey.mismatches) reportConflict(report, mismatch);
    await this.applyPages(matcher, rightsOf, survey, updates);
    // Each is looked up directly.
    for await (const user of survey.missing()) {
      await updates.applyLookup(user, rightsOf);
      await pace.rest();
    }
  }

  private async survey(matcher: EntryMatcher): Promise<Survey> {
    const { repository, limits } = this.services;
    const survey = new Survey(repository, this.config.provider, limits.usersPerPage, this.pace);
    for await (const page of this.session.people(PART)) {
      await this.pace.rest();
      await survey.addPage(page, matcher);
      this.options.onProgress?.({ phase: 'counting', entries: survey.entries, of: null });
      await this.pace.rest();
    }
    await survey.count();
    return survey;
  }

  private requireEntries({ entries, users, hasNoUniqueIds }: Survey): void {
    if (entries === 0 && users > 0)
      throw new SyncFailure(
        `The search below ${this.config.base} found nobody, but ${users} users belong to this directory. Correct LDAP_BASE or LDAP_FILTER, or grant read access.`,
      );
    if (hasNoUniqueIds)
      throw new SyncFailure(
        'No entry has a unique id. Correct LDAP_ATTRIBUTE_UNIQUE_ID or LDAP_PRESET, or grant read access to the attribute.',
      );
  }

  /** Reports that the run is held if it would block more users than allowed. */
  private async hold(survey: Survey, allowed: number): Promise<boolean> {
    const { suspectCount, findsKnownIds } = survey;
    if (suspectCount === 0 || (suspectCount <= allowed && findsKnownIds)) return false;
    const enough = Math.max(allowed, this.services.limits.heldLookups - 1);
    const { replaced, ...blocks } = await countBlocks(survey, this.session, this.pace, enough);
    // If no id is known any more, and others have the DNs, the ids are probably those of another attribute.
    const knowsNoId = !findsKnownIds && replaced > 0;
    const limit = knowsNoId ? (this.options.confirm ?? 0) : allowed;
    if (blocks.wouldBlock <= limit) return false;
    this.report.held = { ...blocks, limit, knowsNoId };
    return true;
  }

  private async applyPages(
    matcher: EntryMatcher,
    rightsOf: RightsOf,
    survey: Survey,
    updates: UserUpdates,
  ): Promise<void> {
    let entries = 0;
    const repeated = survey.findsNewIds
      ? await RepeatedIds.load(this.session, this.pace)
      : RepeatedIds.none;
    const isUnclear = ({ user, entry }: Match) =>
      survey.isRepeated(user) ||
      (user.unique_id !== entry.uniqueId && repeated.has(entry.uniqueId));
    /** Users whose unique id does not identify one entry. One can come once for each entry. */
    const unclear = new Map<number, ReportedUser>();
    for await (const page of this.session.people(PART)) {
      await this.pace.rest();
      const { matches } = await matcher.match(page);
      await this.pace.rest();
      for (const match of matches)
        if (isUnclear(match)) unclear.set(match.user.id, reportedUser(match.user, REPEATED_ID));
      const clear = matches.filter(({ user }) => !unclear.has(user.id));
      const left = await this.linkMany(clear, rightsOf);
      for (const { user, entry } of left) await updates.applyListed(user, entry, rightsOf);
      entries += page.length;
      this.options.onProgress?.({ phase: 'applying', entries, of: this.report.entries });
      await this.pace.rest();
    }
    for (const user of unclear.values()) reportConflict(this.report, user);
  }

  /** Returns the matches that need more than a link. */
  private async linkMany(matches: readonly Match[], rightsOf: RightsOf): Promise<Match[]> {
    if (this.report.dryRun) return [...matches];
    const links = matches.filter((match) => needsOnlyLink(match, rightsOf(match.entry)));
    const { users } = this.services;
    const changes = await link(users, this.config.provider, links, this.context);
    if (changes === null) return [...matches];
    for (const change of changes) reportChange(this.report, change);
    const linked = new Set(links);
    return matches.filter((match) => !linked.has(match));
  }
}
