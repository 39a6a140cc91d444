import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { Passwords } from '../auth/passwords.js';
import { Database } from '../database/database.js';
import {
  DatabaseUnavailable,
  OutcomeUnknown,
  ReferenceViolation,
  UniqueViolation,
} from '../database/failures.js';
import { RequestScope } from '../database/request-scope.js';
import type { Unit } from '../database/unit.js';
import { GhostService } from '../users/ghost.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { ImportBatch, NOT_YET } from './import-batch.js';
import { ImportConversations } from './import-conversations.service.js';
import { ImportPeople } from './import-people.service.js';
import { ImportProjects } from './import-projects.service.js';
import { ImportRun, type ImportCounts, type LineOutcome } from './import-run.js';
import type { DataKind, DataLine } from './lines.js';
import { readLines, type NumberedLine } from './read-lines.js';
import { ImportInterrupted, UnusableData } from './unusable-data.js';
import type { OnProgress } from './write-lines.js';

/** Most lines, and about the most bytes of the file, in one unit of work. Between units the service can write. */
const BATCH_LINES = 200;
const BATCH_LENGTH = 2_000_000;
/** The time limit of its units ends before. */
const BATCH_MS = 130_000;

interface ImportOptions {
  file: string;
  mapping: ReadonlyMap<string, string>;
  isDryRun: boolean;
  onProgress: OnProgress;
}

/** Creates what a file has and the database lacks. Nothing that exists is changed. */
@Injectable()
export class Importer {
  constructor(
    private readonly database: Database,
    private readonly people: ImportPeople,
    private readonly projects: ImportProjects,
    private readonly conversations: ImportConversations,
    private readonly users: UsersRepository,
    private readonly ghosts: GhostService,
    private readonly passwords: Passwords,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Reads the whole file without writing first, so a file that cannot be imported changes nothing.
   *
   * @throws UnusableData the file is damaged, or the operator has to decide something first
   * @throws ImportInterrupted after the first write
   */
  async import({ file, mapping, isDryRun, onProgress }: ImportOptions): Promise<ImportCounts> {
    const ghost = (await this.users.findGhostId()) ?? NOT_YET;
    const rehearsal = new ImportRun(file, mapping, ghost);
    await this.pass(rehearsal, null, (kind, lines) => {
      onProgress(`${kind}, checked`, lines);
    });
    rehearsal.addUnusedMappings();
    if (rehearsal.problemText !== null)
      throw new UnusableData(`${rehearsal.problemText}\nNothing was changed.`);
    if (isDryRun || total(rehearsal.counts.created) === 0) return rehearsal.counts;
    const ghostId = rehearsal.usesGhost ? (await this.ghosts.get()).id : ghost;
    const run = new ImportRun(file, mapping, ghostId);
    run.passwordHash = await this.passwords.hash(randomBytes(30).toString('base64url'));
    try {
      await this.pass(
        run,
        (work) => this.database.unit(new RequestScope(BATCH_MS), work),
        onProgress,
      );
      await this.database.unit(new RequestScope(BATCH_MS), (unit) =>
        this.record(unit, run, 'import.finished'),
      );
    } catch (error) {
      throw interruption(error);
    }
    return run.counts;
  }

  private async pass(
    run: ImportRun,
    write: ((work: (unit: Unit) => Promise<Applied>) => Promise<Applied>) | null,
    onProgress: OnProgress,
  ): Promise<void> {
    const done: Partial<Record<DataKind, number>> = {};
    for await (const lines of batches(readLines(run.file))) {
      const { batch, outcomes } = write
        ? await write((unit) => this.apply(new ImportBatch(run, unit), lines))
        : await this.apply(new ImportBatch(run), lines);
      run.accept(batch, outcomes);
      for (const { line } of lines) done[line.kind] = (done[line.kind] ?? 0) + 1;
      const kind = lines.at(-1)?.line.kind;
      if (kind) onProgress(kind, done[kind] ?? 0);
    }
  }

  /** May run again for the same lines, if the unit is repeated. */
  private async apply(batch: ImportBatch, lines: readonly NumberedLine[]): Promise<Applied> {
    const { run } = batch;
    const outcomes: [DataKind, LineOutcome][] = [];
    for (const { line, at } of lines) {
      batch.at = at;
      outcomes.push([line.kind, await this.applyLine(batch, line)]);
    }
    if (batch.isFirstPass) return { batch, outcomes };
    // Somebody has changed the database since the first pass.
    if (run.problemText !== null) throw new ImportInterrupted(run.problemText);
    if (!run.isRecorded && outcomes.some(([, outcome]) => outcome === 'created'))
      await this.record(batch.unit, run, 'import.started');
    return { batch, outcomes };
  }

  private applyLine(batch: ImportBatch, line: DataLine): Promise<LineOutcome> {
    switch (line.kind) {
      case 'user':
        return this.people.user(batch, line);
      case 'email':
        return this.people.email(batch, line);
      case 'key':
        return this.people.key(batch, line);
      case 'project':
        return this.projects.project(batch, line);
      case 'member':
        return this.projects.member(batch, line);
      case 'issue':
        return this.projects.issue(batch, line);
      case 'merge_request':
        return this.projects.mergeRequest(batch, line);
      case 'snippet':
        return this.projects.snippet(batch, line);
      case 'note':
        return this.conversations.note(batch, line);
      case 'award_emoji':
        return this.conversations.award(batch, line);
    }
  }

  private async record(
    unit: Unit,
    { author, counts: { created } }: ImportRun,
    action: 'import.started' | 'import.finished',
  ): Promise<void> {
    const details = action === 'import.finished' ? { created } : {};
    await this.audit.record(unit, author, action, { type: 'import', id: null }, details);
  }
}

interface Applied {
  batch: ImportBatch;
  outcomes: [DataKind, LineOutcome][];
}

async function* batches(lines: AsyncIterable<NumberedLine>): AsyncGenerator<NumberedLine[]> {
  let batch: NumberedLine[] = [];
  let length = 0;
  for await (const line of lines) {
    batch.push(line);
    length += line.length;
    if (batch.length < BATCH_LINES && length < BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

const total = (counts: Partial<Record<DataKind, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What the operator reads when the second pass ends early. */
function interruption(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown)
    return new ImportInterrupted('The database stopped responding.', error);
  if (error instanceof UniqueViolation || error instanceof ReferenceViolation)
    return new ImportInterrupted(
      'Somebody has created or deleted the same thing during the import.',
      error,
    );
  if (error instanceof UnusableData)
    return new ImportInterrupted('The file has changed during the import.', error);
  return error;
}
