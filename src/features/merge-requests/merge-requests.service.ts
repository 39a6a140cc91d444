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
import type {
  CreateMergeRequestInput,
  ListMergeRequestsParams,
  MergeRequestEvent,
  UpdateMergeRequestInput,
} from './merge-request.dto.js';
import { MergeRequest, type MergeRequestState } from './merge-request.entity.js';
import {
  MergeRequestsRepository,
  type MergeRequestRow,
  type VisibleMergeRequest,
} from './merge-requests.repository.js';

@Injectable()
export class MergeRequestsService {
  constructor(
    private readonly database: Database,
    private readonly deletions: DeletionService,
    private readonly mergeRequests: MergeRequestsRepository,
    private readonly projects: ProjectsService,
    private readonly people: People,
    private readonly events: EventRecorder,
    private readonly audit: AuditTrail,
    private readonly lifecycle: Lifecycle,
    private readonly changeLog: ChangeLog,
    private readonly labels: LabelsRepository,
  ) {}

  /** @throws NotFound the actor may not see the project or the merge request */
  async get(actor: Actor, ref: ProjectRef, id: number): Promise<VisibleMergeRequest> {
    const mergeRequest = await this.mergeRequests.findById(actor, ref, id);
    return mergeRequest ?? this.projects.notFound(actor, ref, 'Merge Request');
  }

  /** @throws NotFound the actor may not see the project or the merge request */
  async getByIid(actor: Actor, ref: ProjectRef, iid: number): Promise<VisibleMergeRequest> {
    const found = await this.mergeRequests.findByIid(actor, ref, iid);
    return found ?? this.projects.notFound(actor, ref, 'Merge Request');
  }

  async list(
    actor: Actor,
    ref: ProjectRef,
    input: Input<ListMergeRequestsParams>,
  ): Promise<Page<MergeRequestRow>> {
    const project = await this.projects.get(actor, ref);
    return this.mergeRequests.list(actor, project.id, input.read());
  }

  async create(
    actor: Actor,
    ref: ProjectRef,
    input: Input<CreateMergeRequestInput>,
  ): Promise<MergeRequestRow> {
    const project = await this.projects.access(actor, ref);
    actor.require(() => project.level >= Level.developer);
    const params = input.read();
    const assignee = await findAssignee(this.people, params.assignee_id);
    const now = currentTime();
    return this.projects.addItem(actor, 'MergeRequest', project, now, async (unit, iid) => {
      const mergeRequests = unit.withRepository(this.mergeRequests);
      const mergeRequestId = await mergeRequests.add({
        ...givenColumns(MergeRequest, params),
        iid,
        projectId: project.id,
        authorId: actor.id,
        assigneeId: assignee?.id ?? null,
        state: 'opened',
        createdAt: now,
        updatedAt: now,
      });
      const noteable = {
        type: 'MergeRequest',
        id: mergeRequestId,
        project_id: project.id,
      } as const;
      await unit.withRepository(this.labels).replace(noteable, params.labels);
      await this.events.record(unit, {
        authorId: actor.id,
        projectId: project.id,
        action: 'opened',
        subject: noteable,
        createdAt: now,
      });
      const row = found(await mergeRequests.findById(actor, byId(project.id), mergeRequestId));
      const subject = { type: 'merge_request', id: mergeRequestId } as const;
      const details = { title: row.title, project: project.id };
      await this.audit.recordCreation(unit, actor, 'merge_request.created', subject, details);
      this.lifecycle.announceItem(unit, 'merge_request', 'created', actor, row);
      return row;
    });
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    id: number,
    input: Input<UpdateMergeRequestInput>,
  ): Promise<MergeRequestRow> {
    const mergeRequest = await this.access(actor, ref, id);
    actor.require(() => mayUpdate(actor, mergeRequest));
    const isDeveloper = () => mergeRequest.level >= Level.developer;
    const isReporter = () => mergeRequest.level >= Level.reporter;
    const params = input.read({
      ignore: [
        ...(isDeveloper() ? [] : (['assignee_id'] as const)),
        ...(isReporter() ? [] : (['labels'] as const)),
      ],
    });
    if (params.labels !== undefined) actor.require(isReporter);
    if (params.state_event === 'merge' || params.assignee_id !== undefined)
      actor.require(isDeveloper);
    const assignee = await findAssignee(this.people, params.assignee_id);
    const { project_id } = mergeRequest;
    const lock = async (unit: Unit) => {
      if (params.labels !== undefined)
        await unit.withRepository(this.labels).lockProject(project_id);
      return unit.withRepository(this.mergeRequests).lockOwn(id);
    };
    return this.database.lockedUnit(actor.scope, lock, async (unit, before) => {
      const mergeRequests = unit.withRepository(this.mergeRequests);
      if (!before) throw new NotFound('Merge Request');
      const changes: Partial<MergeRequest> = {
        ...givenColumns(MergeRequest, params),
        ...(assignee === undefined ? {} : { assigneeId: assignee?.id ?? null }),
        ...transition(before.state, params.state_event),
      };
      const noteable = { type: 'MergeRequest', id, project_id } as const;
      const labels = await unit.withRepository(this.labels).replace(noteable, params.labels);
      const isChanged = labels !== null || differs(MergeRequest, changes, before);
      if (isChanged) {
        await mergeRequests.update(
          { id },
          { ...changes, updatedAt: Math.max(currentTime(), before.updated_at) },
        );
        const change = { authorId: actor.id, noteable, before, after: changes, assignee, labels };
        await this.changeLog.announce(unit, change);
      }
      const row = found(await mergeRequests.findById(actor, byId(project_id), id));
      if (!isChanged) return row;
      await this.audit.recordUpdate(unit, actor, 'merge_request', row, {
        ...{ project: project_id, given: params },
      });
      this.lifecycle.announceItem(unit, 'merge_request', 'updated', actor, row);
      return row;
    });
  }

  async remove(actor: Actor, ref: ProjectRef, id: number): Promise<MergeRequestRow> {
    const access = await this.access(actor, ref, id);
    actor.require(() => access.level >= Level.owner);
    const mergeRequest = await this.get(actor, byId(access.project_id), id);
    const after = async (unit: Unit) => {
      await this.audit.recordDeletion(unit, actor, 'merge_request', mergeRequest, {
        project: mergeRequest.project_id,
      });
      this.lifecycle.announceItem(unit, 'merge_request', 'deleted', actor, mergeRequest);
    };
    if (!(await this.deletions.delete(actor.scope, 'MergeRequest', id, { after })))
      throw new NotFound('Merge Request');
    return mergeRequest;
  }

  private access(actor: Actor, ref: ProjectRef, id: number): Promise<ProjectItem> {
    return this.projects.itemAccess(actor, ref, id, this.mergeRequests, 'Merge Request');
  }
}

function found(mergeRequest: VisibleMergeRequest | null): VisibleMergeRequest {
  if (!mergeRequest) throw new NotFound('Merge Request');
  return mergeRequest;
}

function mayUpdate(actor: Actor, { level, author_id, assignee_id }: ProjectItem): boolean {
  return level >= Level.developer || author_id === actor.id || assignee_id === actor.id;
}

/** An event in any other state than its `from` changes nothing. */
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
