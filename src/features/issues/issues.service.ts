import { Injectable } from '@nestjs/common';
import { EventRecorder } from '../../core/event-recording/event-recorder.js';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { People } from '../../core/auth/people.js';
import { Level } from '../../core/auth/levels.js';
import { currentTime } from '../../database/clock.js';
import { Database, type Unit } from '../../database/database.js';
import { differs, givenColumns } from '../../database/rows.js';
import { NotFound } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page } from '../../http/pagination/page.js';
import { Lifecycle } from '../../core/lifecycle/lifecycle.js';
import { findAssignee } from '../numbered-items/assignee.js';
import { ChangeLog } from '../numbered-items/change-log.js';
import { LabelsRepository } from '../numbered-items/labels.repository.js';
import type { ProjectItem } from '../projects/project-items.repository.js';
import { byId, type ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import { DeletionService } from '../../core/deletion/deletion.service.js';
import type { CreateIssueInput, ListIssuesParams, UpdateIssueInput } from './issue.dto.js';
import { Issue, type IssueState } from './issue.entity.js';
import { IssuesRepository, type IssueRow, type VisibleIssue } from './issues.repository.js';

@Injectable()
export class IssuesService {
  constructor(
    private readonly database: Database,
    private readonly deletions: DeletionService,
    private readonly issues: IssuesRepository,
    private readonly projects: ProjectsService,
    private readonly people: People,
    private readonly events: EventRecorder,
    private readonly audit: AuditTrail,
    private readonly lifecycle: Lifecycle,
    private readonly changeLog: ChangeLog,
    private readonly labels: LabelsRepository,
  ) {}

  /** @throws NotFound the actor may not see the project or the issue */
  async get(actor: Actor, ref: ProjectRef, id: number): Promise<VisibleIssue> {
    const issue = await this.issues.findById(actor, ref, id);
    return issue ?? this.projects.notFound(actor, ref, 'Issue');
  }

  /** @throws NotFound the actor may not see the project or the issue */
  async getByIid(actor: Actor, ref: ProjectRef, iid: number): Promise<VisibleIssue> {
    const found = await this.issues.findByIid(actor, ref, iid);
    return found ?? this.projects.notFound(actor, ref, 'Issue');
  }

  async list(
    actor: Actor,
    ref: ProjectRef,
    input: Input<ListIssuesParams>,
  ): Promise<Page<IssueRow>> {
    const project = await this.projects.get(actor, ref);
    return this.issues.list(actor, project.id, input.read());
  }

  async create(actor: Actor, ref: ProjectRef, input: Input<CreateIssueInput>): Promise<IssueRow> {
    const project = await this.projects.access(actor, ref);
    const params = input.read({
      ignore: [
        ...(actor.mayChooseTime(project) ? [] : (['created_at'] as const)),
        ...(project.level < Level.reporter ? FOR_REPORTERS : []),
      ],
    });
    if (params.created_at !== undefined) actor.require(() => actor.mayChooseTime(project));
    requireReporter(actor, params, project);
    const assignee = await findAssignee(this.people, params.assignee_id);
    const now = currentTime();
    const createdAt = params.created_at ?? now;
    const activity = params.confidential ? null : now;
    return this.projects.addItem(actor, 'Issue', project, activity, async (unit, iid) => {
      const issues = unit.withRepository(this.issues);
      const issueId = await issues.add({
        confidential: false,
        ...givenColumns(Issue, params),
        iid,
        projectId: project.id,
        authorId: actor.id,
        assigneeId: assignee?.id ?? null,
        state: 'opened',
        createdAt,
        updatedAt: now,
      });
      const noteable = { type: 'Issue', id: issueId, project_id: project.id } as const;
      await unit.withRepository(this.labels).replace(noteable, params.labels);
      await this.events.record(unit, {
        authorId: actor.id,
        projectId: project.id,
        action: 'opened',
        subject: noteable,
        createdAt,
      });
      const row = found(await issues.findById(actor, byId(project.id), issueId));
      const subject = { type: 'issue', id: issueId } as const;
      await this.audit.recordCreation(unit, actor, 'issue.created', subject, {
        ...{ title: row.title, project: project.id, created_at: params.created_at },
      });
      this.lifecycle.announceItem(unit, 'issue', 'created', actor, row);
      return row;
    });
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    id: number,
    input: Input<UpdateIssueInput>,
  ): Promise<IssueRow> {
    const issue = await this.access(actor, ref, id);
    actor.require(() => mayUpdate(actor, issue));
    const params = input.read({ ignore: issue.level < Level.reporter ? FOR_REPORTERS : [] });
    requireReporter(actor, params, issue);
    const assignee = await findAssignee(this.people, params.assignee_id);
    const { project_id } = issue;
    const lock = async (unit: Unit) => {
      if (params.labels !== undefined)
        await unit.withRepository(this.labels).lockProject(project_id);
      return unit.withRepository(this.issues).lockOwn(id);
    };
    return this.database.lockedUnit(actor.scope, lock, async (unit, before) => {
      const issues = unit.withRepository(this.issues);
      if (!before) throw new NotFound('Issue');
      const changes: Partial<Issue> = {
        ...givenColumns(Issue, params),
        ...(assignee === undefined ? {} : { assigneeId: assignee?.id ?? null }),
        ...transition(before.state, params.state_event),
      };
      const noteable = { type: 'Issue', id, project_id } as const;
      const labels = await unit.withRepository(this.labels).replace(noteable, params.labels);
      const isChanged = labels !== null || differs(Issue, changes, before);
      if (isChanged) {
        await issues.update(
          { id },
          { ...changes, updatedAt: Math.max(currentTime(), before.updated_at) },
        );
        const change = { authorId: actor.id, noteable, before, after: changes, assignee, labels };
        await this.changeLog.announce(unit, change);
      }
      // Not `findById`: a change can hide a confidential issue from the actor, for example a new assignee.
      const row = found(await issues.findRow(id));
      if (!isChanged) return row;
      await this.audit.recordUpdate(unit, actor, 'issue', row, {
        ...{ project: project_id, given: params },
      });
      this.lifecycle.announceItem(unit, 'issue', 'updated', actor, row);
      return row;
    });
  }

  async remove(actor: Actor, ref: ProjectRef, id: number): Promise<IssueRow> {
    const access = await this.access(actor, ref, id);
    actor.require(() => access.level >= Level.owner);
    const issue = await this.get(actor, byId(access.project_id), id);
    const after = async (unit: Unit) => {
      await this.audit.recordDeletion(unit, actor, 'issue', issue, { project: issue.project_id });
      this.lifecycle.announceItem(unit, 'issue', 'deleted', actor, issue);
    };
    if (!(await this.deletions.delete(actor.scope, 'Issue', id, { after })))
      throw new NotFound('Issue');
    return issue;
  }

  private access(actor: Actor, ref: ProjectRef, id: number): Promise<ProjectItem> {
    return this.projects.itemAccess(actor, ref, id, this.issues, 'Issue');
  }
}

function found<Row extends IssueRow>(issue: Row | null): Row {
  if (!issue) throw new NotFound('Issue');
  return issue;
}

/** Parameters that count only for reporters and higher levels. */
const FOR_REPORTERS = ['assignee_id', 'labels'] as const;

function requireReporter(actor: Actor, params: UpdateIssueInput, at: { level: number }): void {
  if (FOR_REPORTERS.some((name) => params[name] !== undefined))
    actor.require(() => at.level >= Level.reporter);
}

function mayUpdate(actor: Actor, { level, author_id, assignee_id }: ProjectItem): boolean {
  return level >= Level.reporter || author_id === actor.id || assignee_id === actor.id;
}

/** Closing a closed issue or reopening an open one changes nothing. */
function transition(state: IssueState, event?: 'close' | 'reopen'): Partial<Issue> {
  if (event === 'close' && state !== 'closed') return { state: 'closed' };
  return event === 'reopen' && state === 'closed' ? { state: 'reopened' } : {};
}
