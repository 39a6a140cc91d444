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
import { mergeRequestsWhere, removeThing } from '../projects/removal.js';
import type {
  CreateMergeRequestParams,
  ListMergeRequestsParams,
  MergeRequestEvent,
  UpdateMergeRequestParams,
} from './merge-request.dto.js';
import { MergeRequest, type MergeRequestState } from './merge-request.entity.js';
import {
  MERGE_REQUEST,
  MERGE_REQUESTS,
  type MergeRequestRow,
  type SeenMergeRequest,
} from './merge-request.queries.js';

const CURRENT = statement<Told & { state: MergeRequestState }>(
  `SELECT title, description, target_branch AS targetBranch, state, assignee_id AS assigneeId
   FROM merge_requests WHERE id = :id`,
);
const REMOVAL = mergeRequestsWhere('id = :merge_request');

@Injectable()
export class MergeRequestsService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws NotFound of the project or the merge request, whichever the actor may not see */
  get(actor: Actor, project: ProjectRef, id: number): Promise<SeenMergeRequest> {
    return this.projects.getThing(actor, project, MERGE_REQUEST, id, 'Merge Request');
  }

  async list(
    actor: Actor,
    ref: ProjectRef,
    input: Input<ListMergeRequestsParams>,
  ): Promise<Page<MergeRequestRow>> {
    const project = await this.projects.get(actor, ref);
    const { state = 'all', sort = 'desc', ...page } = input.read();
    const values = { ...actor.viewer, project: project.id };
    const filters = state === 'all' ? [] : [state];
    return paginate(MERGE_REQUESTS.rows(this.database, sort, values, filters), page);
  }

  async create(
    actor: Actor,
    ref: ProjectRef,
    input: Input<CreateMergeRequestParams>,
  ): Promise<MergeRequestRow> {
    const project = await this.projects.get(actor, ref);
    if (project.level < Level.developer) throw new Forbidden();
    const params = input.read();
    const assigneeId = (await readAssignee(this.database, params.assignee_id)) ?? null;
    const now = Date.now();
    const id = await this.database.unit(async (unit) => {
      const iid = await nextIid(unit, 'MergeRequest', project.id, now);
      const { identifiers } = await unit.repository(MergeRequest).insert({
        iid,
        projectId: project.id,
        title: params.title,
        description: params.description || null,
        sourceBranch: params.source_branch,
        targetBranch: params.target_branch,
        authorId: actor.id,
        assigneeId,
        state: 'opened',
        createdAt: now,
        updatedAt: now,
      });
      const made = Number(identifiers[0]?.['id']);
      await recordEvent(unit, {
        authorId: actor.id,
        projectId: project.id,
        action: 'opened',
        subject: { type: 'MergeRequest', id: made },
        createdAt: now,
      });
      return made;
    });
    return this.get(actor, ref, id);
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    id: number,
    input: Input<UpdateMergeRequestParams>,
  ): Promise<MergeRequestRow> {
    const mergeRequest = await this.get(actor, ref, id);
    if (!mayUpdate(actor, mergeRequest)) throw new Forbidden();
    const isDeveloper = mergeRequest.level >= Level.developer;
    const params = input.read({ ignore: isDeveloper ? [] : ['assignee_id'] });
    if (params.state_event === 'merge' && !isDeveloper) throw new Forbidden();
    const assigneeId = await readAssignee(this.database, params.assignee_id);
    await this.database.unit(async (unit) => {
      const [current] = await unit.lock(CURRENT, { id });
      if (!current) throw new NotFound('Merge Request');
      const { title, description, target_branch: targetBranch, state_event } = params;
      const changes: Partial<MergeRequest> = {
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description: description || null }),
        ...(targetBranch === undefined ? {} : { targetBranch }),
        ...(assigneeId === undefined ? {} : { assigneeId }),
        ...transition(current.state, state_event),
      };
      if (!changesAnything(changes, current)) return;
      await unit.repository(MergeRequest).update({ id }, { ...changes, updatedAt: Date.now() });
      await tellChanges(
        unit,
        actor.id,
        { type: 'MergeRequest', ...mergeRequest },
        current,
        changes,
      );
    });
    return this.get(actor, ref, id);
  }

  async remove(actor: Actor, ref: ProjectRef, id: number): Promise<MergeRequestRow> {
    const mergeRequest = await this.get(actor, ref, id);
    if (mergeRequest.level < Level.owner) throw new Forbidden();
    await removeThing(this.database, 'Merge Request', REMOVAL, { merge_request: id });
    return mergeRequest;
  }
}

function mayUpdate(actor: Actor, { level, author_id, assignee_id }: SeenMergeRequest): boolean {
  return level >= Level.developer || author_id === actor.id || assignee_id === actor.id;
}

/** From which states an event leads to which. From others it changes nothing. */
const TRANSITIONS = {
  close: { from: ['opened', 'reopened'], to: 'closed' },
  reopen: { from: ['closed'], to: 'reopened' },
  merge: { from: ['opened', 'reopened'], to: 'merged' },
} as const;

function transition(state: MergeRequestState, event?: MergeRequestEvent): Partial<MergeRequest> {
  if (!event) return {};
  const { from, to } = TRANSITIONS[event];
  return (from as readonly string[]).includes(state) ? { state: to } : {};
}
