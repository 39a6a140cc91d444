import { Injectable } from '@nestjs/common';
import type { ObjectLiteral } from 'typeorm';
import { EventRecorder } from '../../core/event-recording/event-recorder.js';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { Level, Visibility } from '../../core/auth/levels.js';
import { currentTime } from '../../database/clock.js';
import { DeletionService } from '../../core/deletion/deletion.service.js';
import { Database, type Unit } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import {
  Forbidden,
  Invalid,
  NotFound,
  TAKEN,
  type ResourceName,
} from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { Lifecycle } from '../../core/lifecycle/lifecycle.js';
import { changesOf } from './project-changes.js';
import {
  givenProject,
  pathFromName,
  type CreateProjectInput,
  type UpdateProjectInput,
} from './project.dto.js';
import { nameProblem } from '../users/user-name.js';
import type { Project } from './project.entity.js';
import type { ProjectItem, ProjectItemsRepository } from './project-items.repository.js';
import { byId, type ProjectRef } from './project-ref.js';
import {
  ProjectsRepository,
  type NumberedItem,
  type ProjectAccess,
  type ProjectRow,
  type Quota,
  type VisibleProject,
} from './projects.repository.js';

@Injectable()
export class ProjectsService {
  constructor(
    private readonly database: Database,
    private readonly deletions: DeletionService,
    private readonly projects: ProjectsRepository,
    private readonly events: EventRecorder,
    private readonly audit: AuditTrail,
    private readonly lifecycle: Lifecycle,
  ) {}

  /** @throws NotFound there is no such project, or the actor may not see it */
  async get(
    actor: Actor,
    ref: ProjectRef,
    projects: ProjectsRepository = this.projects,
  ): Promise<VisibleProject> {
    const project = await projects.findProject(actor, ref);
    if (!project) throw new NotFound('Project');
    return project;
  }

  /**
   * For operations that write in the project. Each unit of work of the request reads the access again, see
   * `Actor.track`. By the id: the path can belong to another project by then, whose rights must not count.
   *
   * @throws NotFound there is no such project, or the actor may not see it
   */
  access(actor: Actor, ref: ProjectRef): Promise<ProjectAccess> {
    return actor.track<ProjectAccess>(async (unit, first) => {
      const projects = unit?.withRepository(this.projects) ?? this.projects;
      const access = await projects.findAccess(actor, first ? byId(first.id) : ref);
      if (!access) throw new NotFound('Project');
      return access;
    });
  }

  /**
   * Like `access`, for operations that write to an issue, snippet or merge request.
   *
   * @param known the item, if another statement of the request has just read it
   * @throws NotFound the actor may not see the project or the item
   */
  itemAccess<Entity extends ObjectLiteral>(
    actor: Actor,
    ref: ProjectRef,
    id: number,
    repository: ProjectItemsRepository<Entity>,
    name: ResourceName,
    known?: ProjectItem,
  ): Promise<ProjectItem> {
    return actor.track<ProjectItem>(async (unit, first) => {
      const items = unit?.withRepository(repository) ?? repository;
      const at = first ? byId(first.project_id) : ref;
      return (await items.findItem(actor, at, id)) ?? this.notFound(actor, at, name, unit);
    }, known);
  }

  /**
   * For an item of a project that was not found: a missing project is reported before a missing item.
   *
   * @throws NotFound always: of the project if the actor may not see it, else of the item
   */
  async notFound(actor: Actor, ref: ProjectRef, item: ResourceName, unit?: Unit): Promise<never> {
    await this.get(actor, ref, unit?.withRepository(this.projects));
    throw new NotFound(item);
  }

  listOwn(actor: Actor, input: Input<PageParams>): Promise<Page<ProjectRow>> {
    return this.projects.listOwn(actor, input.read());
  }

  listVisible(actor: Actor, input: Input<PageParams>): Promise<Page<ProjectRow>> {
    return this.projects.listVisible(actor, input.read());
  }

  listAll(input: Input<PageParams>): Promise<Page<ProjectRow>> {
    return this.projects.listAll(input.read());
  }

  async create(actor: Actor, input: Input<CreateProjectInput>): Promise<ProjectRow> {
    const params = input.read();
    const { path = pathFromName(params.name) } = params;
    const problem = nameProblem(path);
    if (problem) throw new Invalid({ path: [problem] });
    const now = currentTime();
    // Locks the owner's row: if two projects are created at once, the second counts the first.
    const lock = async (unit: Unit) =>
      actor.isAdmin ? null : unit.withRepository(this.projects).lockQuota(actor.id);
    return this.claimPath(actor, lock, async (unit, quota) => {
      const projects = unit.withRepository(this.projects);
      // An administrator may have been demoted since.
      if (!actor.isAdmin) requireQuota(quota ?? (await projects.lockQuota(actor.id)));
      const projectId = await projects.add({
        visibilityLevel: Visibility.private,
        ...givenProject(params),
        path,
        pathKey: path.toLowerCase(),
        ownerId: actor.id,
        issueCount: 0,
        mergeRequestCount: 0,
        createdAt: now,
        lastActivityAt: now,
      });
      await this.events.record(unit, {
        authorId: actor.id,
        projectId,
        action: 'created',
        createdAt: now,
      });
      const project = await this.get(actor, byId(projectId), projects);
      this.announce(unit, 'created', actor, project);
      return project;
    });
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    input: Input<UpdateProjectInput>,
  ): Promise<ProjectRow> {
    const { id } = await this.accessToOwn(actor, ref);
    const params = input.read();
    const { path } = params;
    const changes: Partial<Project> = {
      ...givenProject(params),
      ...(path === undefined ? {} : { pathKey: path.toLowerCase() }),
    };
    if (Object.keys(changes).length === 0) return this.get(actor, byId(id));
    const lock = (unit: Unit) => unit.withRepository(this.projects).lockRow(id);
    return this.claimPath(actor, lock, async (unit) => {
      const projects = unit.withRepository(this.projects);
      const before = actor.isAdmin ? await this.get(actor, byId(id), projects) : null;
      await projects.update({ id }, changes);
      const after = await this.get(actor, byId(id), projects);
      // Records what an administrator changes in the project of another user.
      const details = before && before.owner_id !== actor.id ? changesOf(before, after) : null;
      if (details)
        await this.audit.record(unit, actor, 'project.updated', { type: 'project', id }, details);
      this.announce(unit, 'updated', actor, after);
      return after;
    });
  }

  async remove(actor: Actor, ref: ProjectRef): Promise<ProjectRow> {
    const { id } = await this.accessToOwn(actor, ref);
    const project = await this.get(actor, byId(id));
    const { name, path, owner_id, owner_username } = project;
    const details = { name, path, owner: { id: owner_id, username: owner_username } };
    const after = async (unit: Unit) => {
      await this.audit.record(unit, actor, 'project.deleted', { type: 'project', id }, details);
      this.announce(unit, 'deleted', actor, project);
    };
    if (!(await this.deletions.delete(actor.scope, 'Project', id, { after })))
      throw new NotFound('Project');
    return project;
  }

  /**
   * Runs a unit of work that adds an issue or a merge request with this `iid`. Locks the project's row until the unit
   * ends.
   *
   * @param activity the new `last_activity_at` of the project. Null for an item that not everyone who sees the project may
   *   see: the time would show them that the item exists. A merge request never changes it in a private project
   * @throws NotFound the project is gone
   */
  addItem<Result>(
    { scope }: Actor,
    kind: NumberedItem,
    { id }: ProjectAccess,
    activity: number | null,
    work: (unit: Unit, iid: number) => Promise<Result>,
  ): Promise<Result> {
    return this.database.lockedUnit(
      scope,
      (unit) => unit.withRepository(this.projects).nextIid(kind, id, activity),
      (unit, iid) => {
        if (iid === null) throw new NotFound('Project');
        return work(unit, iid);
      },
    );
  }

  private announce(
    unit: Unit,
    change: 'created' | 'updated' | 'deleted',
    actor: Actor,
    { id, name, path }: ProjectRow,
  ): void {
    this.lifecycle.announce(unit, `forgenote.project.${change}`, actor, { id, name, path });
  }

  private async accessToOwn(actor: Actor, ref: ProjectRef): Promise<ProjectAccess> {
    const access = await this.access(actor, ref);
    actor.require(() => access.level >= Level.owner);
    return access;
  }

  /** Runs a unit of work that gives a project its path. @throws Invalid the path is taken */
  private async claimPath<Result, Locked>(
    { scope }: Actor,
    lock: (unit: Unit) => Promise<Locked>,
    work: (unit: Unit, locked: Locked) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.database.lockedUnit(scope, lock, work);
    } catch (error) {
      throw error instanceof UniqueViolation ? new Invalid({ path: [TAKEN] }) : error;
    }
  }
}

function requireQuota({ count, limit }: Quota): void {
  if (count >= limit) throw new Forbidden('The limit of projects is reached');
}
