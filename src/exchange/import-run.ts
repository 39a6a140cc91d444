import { randomUUID } from 'node:crypto';
import { COMMAND_LINE, type AuditAuthor } from '../audit/audit-trail.service.js';
import { FirstLines } from './first-lines.js';
import { MAX_PER_USER } from '../http/pagination/full-page.js';
import { Place, type Identity, type ImportBatch } from './import-batch.js';
import type { Counts, DataKind } from './lines.js';

/** What became of a line: `left_out` if its value belongs to another user, or the user has the maximum already. */
export type LineOutcome = 'created' | 'present' | 'left_out';

export type ImportCounts = Record<LineOutcome, Counts>;

const MAX_PROBLEMS = 20;

/** One pass over a file. */
export class ImportRun {
  /** For the audit trail. */
  readonly author: AuditAuthor = { origin: COMMAND_LINE, run: randomUUID(), address: null };
  readonly users = new Map<string, number>();
  /** `owner/path` of every project so far. */
  readonly projects = new Set<string>();
  /** Filled by the first pass only. The second one reads the same file. */
  readonly firstLines = new FirstLines();
  readonly counts: ImportCounts = { created: {}, present: {}, left_out: {} };
  place = new Place();
  /** A line refers to the ghost. */
  usesGhost = false;
  /** The audit trail has its start. */
  isRecorded = false;
  /** What the second pass will add to each user. */
  private readonly added = new Map<string, number>();
  /** Of users who are created. */
  passwordHash = '';
  private readonly problems: string[] = [];
  private problemCount = 0;

  /**
   * @param mapping usernames of the file to usernames of existing users
   * @param ghost its id
   */
  constructor(
    readonly file: string,
    readonly mapping: ReadonlyMap<string, string>,
    private readonly ghost: number,
  ) {}

  ghostId(): number {
    this.usesGhost = true;
    return this.ghost;
  }

  /** The operator has to decide something before the import. */
  addProblem(problem: string): void {
    this.problemCount++;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
  }

  /**
   * Counts a key or an address that the second pass will add. False if the user has the maximum.
   *
   * @param stored how many the user has in the database
   */
  fits(kind: 'key' | 'email', user: Identity, stored: number): boolean {
    const name = JSON.stringify([kind, user]);
    const added = this.added.get(name) ?? 0;
    if (stored + added >= MAX_PER_USER) return false;
    this.added.set(name, added + 1);
    return true;
  }

  /** One problem on each line. Null if there is none. */
  get problemText(): string | null {
    if (this.problemCount === 0) return null;
    const rest = this.problemCount - this.problems.length;
    return [...this.problems, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n');
  }

  /** Usernames of the mapping that the file does not have, such as misspelled ones. */
  addUnusedMappings(): void {
    for (const username of this.mapping.keys())
      if (!this.users.has(username))
        this.addProblem(`The mapping has ${username}, and the file has no such user: correct it.`);
  }

  /** Keeps what a batch has done. */
  accept(
    { place, users, projects }: ImportBatch,
    outcomes: readonly [DataKind, LineOutcome][],
  ): void {
    this.place = place;
    for (const [username, id] of users) this.users.set(username, id);
    for (const ref of projects) this.projects.add(ref);
    for (const [kind, outcome] of outcomes) {
      const counts = this.counts[outcome];
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    this.isRecorded ||= outcomes.some(([, outcome]) => outcome === 'created');
  }
}
