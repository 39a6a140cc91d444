import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Level } from '../auth/visibility.js';
import { Database } from '../database/database.js';
import { statement } from '../database/statement.js';
import { recordEvent } from '../events/record-event.js';
import { Forbidden, NotFound } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { readAssignee } from '../issuables/assignee.js';
import { nextIid } from '../issuables/next-iid.js';
import { changesAnything, tellChanges, type Told } from '../issuables/tell-changes.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import { issuesWhere, removeThing } from '../projects/removal.js';
import type { CreateIssueParams, ListIssuesParams, UpdateIssueParams } from './issue.dto.js';
import { Issue } from './issue.entity.js';
import { ISSUE, ISSUES, type IssueRow, type SeenIssue } from './issue.queries.js';

const CURRENT = statement<Told & { state: Issue['state'] }>(
  `SELECT title, description, confidential, state, assignee_id AS assigneeId
   FROM issues WHERE id = :id`,
);
const REMOVAL = issuesWhere('id = :issue');

@Injectable()
export class IssuesService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws NotFound of the project or the issue, whichever the actor may not see */
  get(actor: Actor, project: ProjectRef, id: number): Promise<SeenIssue> {
    return this.projects.getThing(actor, project, ISSUE, id, 'Issue');
  }

  async list(
    actor: Actor,
    ref: ProjectRef,
    input: Input<ListIssuesParams>,
  ): Promise<Page<IssueRow>> {
    const project = await this.projects.get(actor, ref);
    const params = input.read();
    const { state = 'all', sort = 'desc' } = params;
    const values = { ...actor.viewer, project: project.id };
    const filters = state === 'all' ? [] : [state];
    return paginate(ISSUES.rows(this.database, sort, values, filters), params);
  }

  async create(actor: Actor, ref: ProjectRef, input: Input<CreateIssueParams>): Promise<IssueRow> {
    const project = await this.projects.get(actor, ref);
    const params = input.read({
      ignore: [
        ...(project.level < Level.owner ? (['created_at'] as const) : []),
        ...(project.level < Level.reporter ? (['assignee_id'] as const) : []),
      ],
    });
    const assigneeId = await readAssignee(this.database, params.assignee_id);
    const now = Date.now();
    const createdAt = params.created_at ?? now;
    const id = await this.database.unit(async (unit) => {
      const inserted = await unit.repository(Issue).insert({
        iid: await nextIid(unit, 'Issue', project.id, now),
        projectId: project.id,
        title: params.title,
        description: params.description || null,
        authorId: actor.id,
        assigneeId: assigneeId ?? null,
        confidential: params.confidential ?? false,
        state: 'opened',
        createdAt,
        updatedAt: now,
      });
      const issueId = Number(inserted.identifiers[0]?.['id']);
      const subject = { type: 'Issue', id: issueId } as const;
      await recordEvent(unit, {
        authorId: actor.id,
        projectId: project.id,
        action: 'opened',
        subject,
        createdAt,
      });
      return issueId;
    });
    return this.get(actor, ref, id);
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    id: number,
    input: Input<UpdateIssueParams>,
  ): Promise<IssueRow> {
    const issue = await this.get(actor, ref, id);
    if (!mayUpdate(actor, issue)) throw new Forbidden();
    const params = input.read({ ignore: issue.level < Level.reporter ? ['assignee_id'] : [] });
    const assigneeId = await readAssignee(this.database, params.assignee_id);
    await this.database.unit(async (unit) => {
      const [current] = await unit.lock(CURRENT, { id });
      if (!current) throw new NotFound('Issue');
      const changes: Partial<Issue> = {
        ...(params.title === undefined ? {} : { title: params.title }),
        ...(params.description === undefined ? {} : { description: params.description || null }),
        ...(params.confidential === undefined ? {} : { confidential: params.confidential }),
        ...(assigneeId === undefined ? {} : { assigneeId }),
        ...transition(current.state, params.state_event),
      };
      if (!changesAnything(changes, current)) return;
      await unit.repository(Issue).update({ id }, { ...changes, updatedAt: Date.now() });
      await tellChanges(unit, actor.id, { type: 'Issue', ...issue }, current, changes);
    });
    // Who was assigned may have taken himself out of a confidential issue: he still gets what he changed.
    return (await this.database.row(ISSUE.id, asAdministrator(actor, issue))) ?? issue;
  }

  async remove(actor: Actor, ref: ProjectRef, id: number): Promise<IssueRow> {
    const issue = await this.get(actor, ref, id);
    if (issue.level < Level.owner) throw new Forbidden();
    await removeThing(this.database, 'Issue', REMOVAL, { issue: id });
    return issue;
  }
}

function mayUpdate(actor: Actor, { level, author_id, assignee_id }: SeenIssue): boolean {
  return level >= Level.reporter || author_id === actor.id || assignee_id === actor.id;
}

/** Closing what is closed, or reopening what is open, changes nothing. */
function transition(state: Issue['state'], event?: 'close' | 'reopen'): Partial<Issue> {
  if (event === 'close' && state !== 'closed') return { state: 'closed' };
  return event === 'reopen' && state === 'closed' ? { state: 'reopened' } : {};
}

const asAdministrator = (actor: Actor, { id, project_id }: IssueRow) => ({
  ...actor.viewer,
  viewer_admin: true,
  thing: id,
  project: project_id,
});
