import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Level } from '../auth/visibility.js';
import { Database, type Unit } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { statement, type Statement } from '../database/statement.js';
import { recordEvent } from '../events/record-event.js';
import { Forbidden, Invalid, NotFound, TAKEN, type Thing } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import {
  pathFromName,
  pathProblem,
  type CreateProjectParams,
  type UpdateProjectParams,
} from './project.dto.js';
import { Project } from './project.entity.js';
import type { ProjectRef } from './project-ref.js';
import {
  ALL_PROJECTS,
  OWN_PROJECTS,
  PROJECT,
  VISIBLE_PROJECTS,
  type ProjectRow,
  type SeenProject,
} from './project.queries.js';
import { projectsWhere, removeThing } from './removal.js';

const LIMIT = statement<{ projects_limit: number }>(
  'SELECT projects_limit FROM users WHERE id = :owner',
);
const COUNT = statement<{ total: number }>(
  'SELECT COUNT(*) AS total FROM projects WHERE owner_id = :owner',
);
const REMOVAL = projectsWhere('id = :project');

@Injectable()
export class ProjectsService {
  constructor(private readonly database: Database) {}

  /** @throws NotFound when there is none, or the actor may not see it */
  async get(actor: Actor, { by, values }: ProjectRef): Promise<SeenProject> {
    const project = await this.database.row(PROJECT[by], { ...actor.viewer, ...values });
    if (!project) throw new NotFound('Project');
    return project;
  }

  /**
   * A thing of a project, by a statement that finds it where the actor may see both.
   *
   * @throws NotFound of the project or the thing, whichever he may not see
   */
  async getThing<Row>(
    actor: Actor,
    project: ProjectRef,
    query: Record<ProjectRef['by'], Statement<Row>>,
    id: number,
    name: Thing,
  ): Promise<Row> {
    const values = Object.assign({ thing: id }, actor.viewer, project.values);
    const found = await this.database.row(query[project.by], values);
    if (found) return found;
    await this.get(actor, project);
    throw new NotFound(name);
  }

  listOwn(actor: Actor, input: Input<PageParams>): Promise<Page<ProjectRow>> {
    return paginate(OWN_PROJECTS.rows(this.database, 'desc', actor.viewer), input.read());
  }

  listVisible(actor: Actor, input: Input<PageParams>): Promise<Page<ProjectRow>> {
    return paginate(VISIBLE_PROJECTS.rows(this.database, 'desc', actor.viewer), input.read());
  }

  listAll(input: Input<PageParams>): Promise<Page<ProjectRow>> {
    return paginate(ALL_PROJECTS.rows(this.database, 'desc', {}), input.read());
  }

  async create(actor: Actor, input: Input<CreateProjectParams>): Promise<ProjectRow> {
    const { name, path = pathFromName(name), description, visibility_level = 0 } = input.read();
    const problem = pathProblem(path);
    if (problem) throw new Invalid({ path: [problem] });
    const now = Date.now();
    const project = {
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
    };
    const id = await this.claimingPath(async (unit) => {
      await requireQuota(unit, actor);
      const inserted = await unit.repository(Project).insert({ ...project });
      const projectId = Number(inserted.identifiers[0]?.['id']);
      await recordEvent(unit, { authorId: actor.id, projectId, action: 'created', createdAt: now });
      return projectId;
    });
    return this.get(actor, { by: 'id', values: { project: id } });
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    input: Input<UpdateProjectParams>,
  ): Promise<ProjectRow> {
    const { id } = await this.getToOwn(actor, ref);
    const { name, path, description, visibility_level } = input.read();
    const changes: Partial<Project> = {
      ...(name === undefined ? {} : { name }),
      ...(path === undefined ? {} : { path, pathKey: path.toLowerCase() }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(visibility_level === undefined ? {} : { visibilityLevel: visibility_level }),
    };
    if (Object.keys(changes).length > 0) {
      await this.claimingPath((unit) => unit.repository(Project).update({ id }, changes));
    }
    return this.get(actor, { by: 'id', values: { project: id } });
  }

  async remove(actor: Actor, ref: ProjectRef): Promise<ProjectRow> {
    const project = await this.getToOwn(actor, ref);
    await removeThing(this.database, 'Project', REMOVAL, { project: project.id });
    return project;
  }

  private async getToOwn(actor: Actor, ref: ProjectRef): Promise<SeenProject> {
    const project = await this.get(actor, ref);
    if (project.level < Level.owner) throw new Forbidden();
    return project;
  }

  private async claimingPath<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    try {
      return await this.database.unit(work);
    } catch (error) {
      throw error instanceof UniqueViolation ? new Invalid({ path: [TAKEN] }) : error;
    }
  }
}

/** The owner's row stays locked: of two projects created at once, the second counts the first. */
async function requireQuota(unit: Unit, actor: Actor): Promise<void> {
  if (actor.isAdmin) return;
  const [owner] = await unit.lock(LIMIT, { owner: actor.id });
  const count = await unit.row(COUNT, { owner: actor.id });
  if ((count?.total ?? 0) >= (owner?.projects_limit ?? 0)) {
    throw new Forbidden('The limit of projects is reached');
  }
}
