import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { IssuesRepository } from '../issues/issues.repository.js';
import { MergeRequestsRepository } from '../merge-requests/merge-requests.repository.js';
import { MembersRepository } from '../projects/members.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { SnippetsRepository } from '../snippets/snippets.repository.js';
import { nameProblem } from '../users/user-name.js';
import { allRows, RowsOfTime } from './equal-rows.js';
import { ImportEvents } from './import-events.service.js';
import { ImportHolds } from './import-holds.service.js';
import { ImportRepository, ROWS_AT_ONCE, type NumberedType } from './import.repository.js';
import {
  NOT_YET,
  type CurrentItem,
  type CurrentProject,
  type ImportBatch,
} from './import-batch.js';
import type { LineOutcome } from './import-run.js';
import type { LineOf } from './lines.js';

type NumberedLine = LineOf<'issue' | 'merge_request'>;

/** Imports projects, their members, and issues, merge requests and snippets. */
@Injectable()
export class ImportProjects {
  constructor(
    private readonly rows: ImportRepository,
    private readonly projects: ProjectsRepository,
    private readonly members: MembersRepository,
    private readonly issues: IssuesRepository,
    private readonly mergeRequests: MergeRequestsRepository,
    private readonly snippets: SnippetsRepository,
    private readonly holds: ImportHolds,
    private readonly events: ImportEvents,
    private readonly audit: AuditTrail,
  ) {}

  async project(batch: ImportBatch, line: LineOf<'project'>): Promise<LineOutcome> {
    const { project: ref, owner, path } = line;
    if (ref !== `${owner}/${path}` || nameProblem(path) !== null)
      throw batch.wrong('the field project is not the owner and a valid path');
    if (batch.run.projects.has(ref) || batch.projects.has(ref))
      throw batch.wrong(`${ref} has a line already`);
    batch.projects.add(ref);
    const ownerId = batch.user(owner);
    const current: CurrentProject = { ref, owner: batch.identity(owner), id: NOT_YET };
    batch.requireUnique('project', JSON.stringify([current.owner, path.toLowerCase()]), ref);
    batch.run.firstLines.enterProject();
    const existing = await batch.of(this.rows).findProject(ownerId, path.toLowerCase());
    if (existing && existing.deleted_at !== null)
      batch.run.addProblem(`The project ${ref} is being deleted: try again later.`);
    current.id = existing?.id ?? NOT_YET;
    batch.place.enterProject(current);
    if (existing) return 'present';
    if (batch.isFirstPass) return 'created';
    current.id = await this.createProject(batch, line, ownerId);
    await this.events.record(batch, { author: owner, action: 'created', ...pickTime(line) });
    return 'created';
  }

  /** The owner is no member. */
  async member(batch: ImportBatch, line: LineOf<'member'>): Promise<LineOutcome> {
    const { id, owner } = batch.project(line.project);
    const user = batch.person(line.user);
    batch.requireUnique('member', line.user);
    const identity = batch.identity(line.user);
    if (identity === owner) return 'present';
    if (await batch.of(this.members).findMember(id, user)) return 'present';
    if (batch.isFirstPass) return batch.isFirst('member here', identity) ? 'created' : 'present';
    const username = await this.holds.user(batch, line.user);
    await this.holds.project(batch);
    const { access_level: to, created_at } = line;
    await batch.of(this.members).add(id, user, to, Date.parse(created_at));
    await this.events.record(batch, { author: line.user, action: 'joined', created_at });
    const details = { username, project: id, changes: { access_level: { from: null, to } } };
    const subject = { type: 'user', id: user } as const;
    await this.audit.record(batch.unit, batch.run.author, 'member.added', subject, details);
    return 'created';
  }

  issue(batch: ImportBatch, line: LineOf<'issue'>): Promise<LineOutcome> {
    return this.numbered(batch, line, 'Issue', (row) => {
      const { confidential, state } = line;
      return batch.of(this.issues).add({ ...row, confidential, state });
    });
  }

  mergeRequest(batch: ImportBatch, line: LineOf<'merge_request'>): Promise<LineOutcome> {
    return this.numbered(batch, line, 'MergeRequest', (row) => {
      const { source_branch: sourceBranch, target_branch: targetBranch, state } = line;
      return batch.of(this.mergeRequests).add({ ...row, sourceBranch, targetBranch, state });
    });
  }

  async snippet(batch: ImportBatch, line: LineOf<'snippet'>): Promise<LineOutcome> {
    const { id: project } = batch.project(line.project);
    const authorId = batch.user(line.author);
    const { title, file_name, created_at, number } = line;
    batch.requireUnique('snippet', number);
    const before = batch.place.snippets.count(created_at, authorId, title, file_name);
    const times = timesOf(line);
    const stored = await this.storedSnippets(batch, project, created_at);
    const id = stored.find(authorId, title, file_name)[before];
    const current = this.enter(batch, line, number, id);
    if (id !== undefined) return 'present';
    if (batch.isFirstPass) return 'created';
    await this.holds.user(batch, line.author);
    await this.holds.project(batch);
    const content = { title, fileName: file_name, code: line.code };
    const owner = { projectId: project, authorId, visibilityLevel: line.visibility_level };
    current.id = await batch.of(this.snippets).add({ ...owner, ...content, ...times });
    return 'created';
  }

  private async storedSnippets(
    batch: ImportBatch,
    project: number,
    created_at: string,
  ): Promise<RowsOfTime> {
    const { place } = batch;
    if (place.storedSnippets?.at === created_at) return place.storedSnippets;
    const stored = new RowsOfTime(created_at);
    const rows = batch.of(this.rows);
    const read = (after: number) => rows.snippetsOfTime(project, Date.parse(created_at), after);
    for await (const row of allRows(ROWS_AT_ONCE, read))
      stored.add(row.id, row.author_id, row.title, row.file_name);
    return (place.storedSnippets = stored);
  }

  private async numbered(
    batch: ImportBatch,
    line: NumberedLine,
    type: NumberedType,
    add: (row: ReturnType<typeof numberedRow>) => Promise<number>,
  ): Promise<LineOutcome> {
    const project = batch.project(line.project);
    const author = batch.user(line.author);
    const assignee = line.assignee === null ? null : batch.user(line.assignee);
    batch.requireUnique(line.kind === 'issue' ? 'issue' : 'merge request', line.iid);
    const existing = await batch.of(this.rows).findNumbered(type, project.id, line.iid);
    const current = this.enter(batch, line, line.iid, existing?.id);
    if (existing) {
      const what = `The ${line.kind} ${line.iid} of ${project.ref}`;
      if (existing.deleted_at !== null)
        batch.run.addProblem(`${what} is being deleted: try again later.`);
      else if (existing.created_at !== Date.parse(line.created_at))
        batch.run.addProblem(
          `${what} exists, and was created at another time: rename the existing project first.`,
        );
      return 'present';
    }
    if (batch.isFirstPass) return 'created';
    await this.holds.user(batch, line.author);
    if (line.assignee !== null) await this.holds.user(batch, line.assignee);
    await this.holds.project(batch);
    current.id = await add(numberedRow(line, project.id, author, assignee));
    await batch.of(this.rows).raiseCounter(type, project.id, line.iid);
    const opened = { author: line.author, action: 'opened', item: current } as const;
    await this.events.record(batch, { ...opened, ...pickTime(line) });
    return 'created';
  }

  /** Notes and awards follow. An item that exists may have been restricted since the export. */
  private enter(
    { place, run }: ImportBatch,
    line: LineOf<'issue' | 'merge_request' | 'snippet'>,
    number: number,
    existing: number | undefined,
  ): CurrentItem {
    const { kind } = line;
    const isHidden =
      (kind === 'issue' && line.confidential) || (kind === 'snippet' && line.visibility_level < 20);
    const item: CurrentItem = {
      ...{ kind, type: TYPES[kind], number, id: existing ?? NOT_YET },
      project_id: place.project?.id ?? NOT_YET,
      isRestricted: isHidden || existing !== undefined,
    };
    place.enterItem(item);
    run.firstLines.enterAwardable();
    return item;
  }

  private async createProject(
    batch: ImportBatch,
    line: LineOf<'project'>,
    ownerId: number,
  ): Promise<number> {
    await this.holds.user(batch, line.owner);
    const { name, path, description } = line;
    return batch.of(this.projects).add({
      ...{ name, path, pathKey: path.toLowerCase(), description, ownerId },
      visibilityLevel: line.visibility_level,
      issueCount: line.issue_count,
      mergeRequestCount: line.merge_request_count,
      createdAt: Date.parse(line.created_at),
      lastActivityAt: Date.parse(line.last_activity_at),
    });
  }
}

const TYPES = { issue: 'Issue', merge_request: 'MergeRequest', snippet: 'Snippet' } as const;

const pickTime = ({ created_at }: { created_at: string }) => ({ created_at });

const timesOf = ({ created_at, updated_at }: { created_at: string; updated_at: string }) => ({
  createdAt: Date.parse(created_at),
  updatedAt: Date.parse(updated_at),
});

function numberedRow(
  { iid, title, description, ...line }: NumberedLine,
  projectId: number,
  authorId: number,
  assigneeId: number | null,
) {
  return { iid, title, description, projectId, authorId, assigneeId, ...timesOf(line) };
}
