import { Injectable } from '@nestjs/common';
import { EventRecorder } from '../activity/event-recorder.js';
import { AuditTrail } from '../audit/audit-trail.service.js';
import type { Actor } from '../auth/actor.js';
import { Level } from '../auth/visibility.js';
import { currentTime } from '../database/clock.js';
import { DeletionService } from '../deletion/deletion.service.js';
import { Database, type Unit } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { Forbidden, Invalid, NotFound, TAKEN, type ResourceName } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import {
  pathFromName,
  pathProblem,
  type CreateProjectParams,
  type UpdateProjectParams,
} from './project.dto.js';
import type { Project } from './project.entity.js';
import type { ProjectRef } from './project-ref.js';
import {
  ProjectsRepository,
  type NumberedItem,
  type ProjectRow,
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
   * For an item of a project that was not found: a missing project is reported before a missing item.
   *
   * @throws NotFound always: of the project if the actor may not see it, else of the item
   */
  async notFound(actor: Actor, ref: ProjectRef, item: ResourceName): Promise<never> {
    await this.get(actor, ref);
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

  async create(actor: Actor, input: Input<CreateProjectParams>): Promise<ProjectRow> {
    const { name, path = pathFromName(name), description, visibility_level = 0 } = input.read();
    const problem = pathProblem(path);
    if (problem) throw new Invalid({ path: [problem] });
    const now = currentTime();
    return this.claimPath(actor, async (unit) => {
      const projects = unit.withRepository(this.projects);
      await requireQuota(projects, actor);
      const projectId = await projects.add({
        name,
        path,
        pathKey: path.toLowerCase(),
        description: description || null,
        visibilityLevel: visibility_level,
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
      return this.get(actor, byId(projectId), projects);
    });
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    input: Input<UpdateProjectParams>,
  ): Promise<ProjectRow> {
    const project = await this.getToOwn(actor, ref);
    const { id } = project;
    const { name, path, description, visibility_level } = input.read();
    const changes: Partial<Project> = {
      ...(name === undefined ? {} : { name }),
      ...(path === undefined ? {} : { path, pathKey: path.toLowerCase() }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(visibility_level === undefined ? {} : { visibilityLevel: visibility_level }),
    };
    if (Object.keys(changes).length === 0) return project;
    return this.claimPath(actor, async (unit) => {
      const projects = unit.withRepository(this.projects);
      await projects.update({ id }, changes);
      return this.get(actor, byId(id), projects);
    });
  }

  async remove(actor: Actor, ref: ProjectRef): Promise<ProjectRow> {
    const project = await this.getToOwn(actor, ref);
    const { id, name, path, owner_id, owner_username } = project;
    const details = { name, path, owner: { id: owner_id, username: owner_username } };
    const after = (unit: Unit) =>
      this.audit.record(unit, actor, 'project.deleted', { type: 'project', id }, details);
    if (!(await this.deletions.delete(actor.scope, 'Project', id, { after })))
      throw new NotFound('Project');
    return project;
  }

  /**
   * Returns the next `iid` of the project's issues or merge requests. Locks the project's row until the unit ends.
   *
   * @throws NotFound the project is gone
   */
  async nextIid(unit: Unit, kind: NumberedItem, projectId: number, now: number): Promise<number> {
    const iid = await unit.withRepository(this.projects).nextIid(kind, projectId, now);
    if (iid === null) throw new NotFound('Project');
    return iid;
  }

  private async getToOwn(actor: Actor, ref: ProjectRef): Promise<VisibleProject> {
    const project = await this.get(actor, ref);
    if (project.level < Level.owner) throw new Forbidden();
    return project;
  }

  /** Runs a unit of work that gives a project its path. @throws Invalid the path is taken */
  private async claimPath<Result>(
    { scope }: Actor,
    work: (unit: Unit) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.database.unit(scope, work);
    } catch (error) {
      throw error instanceof UniqueViolation ? new Invalid({ path: [TAKEN] }) : error;
    }
  }
}

const byId = (project: number): ProjectRef => ({ by: 'id', values: { project } });

/** Locks the owner's row: if two projects are created at once, the second counts the first. */
async function requireQuota(projects: ProjectsRepository, actor: Actor): Promise<void> {
  if (actor.isAdmin) return;
  const { count, limit } = await projects.lockQuota(actor.id);
  if (count >= limit) throw new Forbidden('The limit of projects is reached');
}
