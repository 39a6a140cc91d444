import type { DirectoryConfig } from '../config/config.js';
import type { Unit } from '../database/database.js';
import { AdministratorsOfDryRun } from '../directory/administrators-of-dry-run.js';
import type { DirectoryUsersRepository } from '../directory/directory-users.repository.js';
import type { ChangeContext } from '../directory/change-context.js';
import type { DirectoryUsers } from '../directory/directory-users.service.js';
import type { DirectorySession } from '../ldap/directory-session.js';
import { readRights, type RightsOf } from '../directory/read-rights.js';
import { ID_PROBLEMS } from './absence.js';
import { blockLimit } from './block-limit.js';
import type { Confirmation } from './confirmation.js';
import { EntryMatcher, type Match, type Mismatch } from './entry-matcher.js';
import { link, needsOnlyLink } from './link.js';
import { NewIds } from './new-ids.js';
import { Pace } from './pace.js';
import { Survey } from './survey.js';
import type { SyncLimits } from './sync-limits.js';
import { SyncFailure, UserUpdates } from './user-updates.js';
import { countBlocks } from './would-block.js';
import {
  MAX_LISTED,
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
  private updates!: UserUpdates;

  constructor(
    private readonly services: SyncServices,
    private readonly config: DirectoryConfig,
    private readonly session: DirectorySession,
    private readonly report: SyncReport,
    private readonly options: SyncOptions,
    /** How many users an operator lets the run block, besides the limit of the settings. */
    private readonly confirmation: Confirmation | null,
    /** @throws Error another process synchronizes */
    guard?: (unit: Unit) => Promise<void>,
  ) {
    this.pace = new Pace(services.limits.maxRestMs, options.signal);
    this.context = {
      reason: 'synchronization',
      run: report.run,
      ...(report.dryRun ? { dryRun: new AdministratorsOfDryRun() } : {}),
      ...(guard ? { guard } : {}),
    };
  }

  /** Fills the report. @throws DirectoryUnavailable, SyncFailure, Stopped */
  async run(): Promise<void> {
    const { repository, limits } = this.services;
    const { provider } = this.config;
    const rightsOf = await readRights(this.session, this.config);
    const matcher = await EntryMatcher.load(
      repository,
      provider,
      limits.usersPerPage,
      this.session,
      this.pace,
    );
    const survey = await this.survey(matcher, rightsOf);
    const { entries, users } = survey;
    Object.assign(this.report, { entries, users });
    this.requireEntries(survey);
    const isHeld = await this.hold(survey);
    if (isHeld && !this.report.dryRun) return;
    // A dry run also shows what a confirmed run would do.
    const limit = isHeld ? Infinity : this.allowed(users);
    const confirmation = this.report.dryRun ? null : this.confirmation;
    const { services, config, session, report, context, pace } = this;
    const allowed = { limit, confirmation };
    this.updates = new UserUpdates(services.users, config, session, report, context, pace, allowed);
    for (const mismatch of survey.mismatches) this.addMismatch(mismatch);
    report.counts.conflicts += survey.unlistedMismatches;
    await this.applyPages(matcher, rightsOf, survey);
    // Each is looked up directly.
    for await (const user of survey.missing()) {
      await this.updates.applyLookup(user, rightsOf);
      await this.pace.rest();
    }
  }

  private async survey(matcher: EntryMatcher, rightsOf: RightsOf): Promise<Survey> {
    const { services, config, pace } = this;
    const { repository, users, limits } = services;
    const { usersPerPage } = limits;
    const survey = new Survey(repository, users, config.provider, usersPerPage, MAX_LISTED, pace);
    for await (const page of this.session.people(PART)) {
      await this.pace.rest();
      await survey.addPage(page, matcher, rightsOf);
      this.options.onProgress?.({ phase: 'counting', entries: survey.entries, of: null });
      await this.pace.rest();
    }
    await survey.count();
    return survey;
  }

  private requireEntries({ entries, users, hasNoUniqueIds }: Survey): void {
    const { prefix, base } = this.config;
    if (entries === 0 && users > 0)
      throw new SyncFailure(
        `The search below ${base} found nobody, but ${users} users belong to this directory. Correct ${prefix}BASE or ${prefix}FILTER, or grant read access.`,
      );
    if (hasNoUniqueIds)
      throw new SyncFailure(
        `No entry has a unique id. Correct ${prefix}ATTRIBUTE_UNIQUE_ID or ${prefix}PRESET, or grant read access to the attribute.`,
      );
  }

  /** Reports that the run is held if it would block more users than the limit. */
  private async hold(survey: Survey): Promise<boolean> {
    const { session, services, config, pace, confirmed } = this;
    const { suspectCount, findsKnownIds, users: known } = survey;
    const allowed = this.allowed(known);
    const bySettings = blockLimit(config, known);
    if (suspectCount === 0 || (suspectCount <= allowed && findsKnownIds)) return false;
    // One more, because the last active administrator does not count in the end.
    const enough = Math.max(allowed + 1, bySettings + 1, services.limits.heldLookups - 1);
    const blocks = await countBlocks(survey, session, services.users, config, pace, enough);
    const { wouldBlock, isUpperBound, users, replaced } = blocks;
    // If no id is known any more, and others have the DNs, the ids are probably those of another attribute.
    const knowsNoId = !findsKnownIds && replaced > 0;
    const limit = knowsNoId ? confirmed : allowed;
    if (wouldBlock <= limit) return false;
    const onlyByNumber = !knowsNoId && wouldBlock <= bySettings;
    this.report.held = { wouldBlock, isUpperBound, limit, knowsNoId, onlyByNumber, users };
    return true;
  }

  private async applyPages(
    matcher: EntryMatcher,
    rightsOf: RightsOf,
    survey: Survey,
  ): Promise<void> {
    let entries = 0;
    const { fewNewIds } = this.services.limits;
    const newIds = await NewIds.load(this.session, this.pace, survey.newIds, fewNewIds);
    /** Users whose unique id does not identify one entry. A repeated one can come once for each entry. */
    const unclear = new Map<number, ReportedUser>();
    for await (const page of this.session.people(PART)) {
      await this.pace.rest();
      const { matches } = await matcher.match(page);
      await this.pace.rest();
      for (const match of matches) {
        const { user } = match;
        const problem = survey.isRepeated(user) ? 'repeated' : await newIds.problemOf(match);
        if (problem) unclear.set(user.id, reportedUser(user, ID_PROBLEMS[problem]));
      }
      const clear = matches.filter(({ user }) => !unclear.has(user.id));
      const left = await this.linkMany(clear, rightsOf);
      for (const { user, entry } of left) await this.updates.applyListed(user, entry, rightsOf);
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

  /** @param known how many users the run knows */
  private allowed(known: number): number {
    const atMost = this.confirmation?.atMost ?? Infinity;
    return Math.min(Math.max(blockLimit(this.config, known), this.confirmed), atMost);
  }

  private get confirmed(): number {
    const { blocks = 0, atMost = Infinity } = this.confirmation ?? {};
    return Math.min(blocks, atMost);
  }

  private addMismatch({ user, entry, reason }: Mismatch): void {
    reportConflict(this.report, { username: user.username, dn: entry.dn, reason });
  }
}
