import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Level } from '../auth/visibility.js';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { statement } from '../database/statement.js';
import { recordEvent } from '../events/record-event.js';
import { Conflict, Forbidden, NotFound } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { GHOST, PERSON } from '../users/user.queries.js';
import type { CreateMemberParams, UpdateMemberParams } from './project.dto.js';
import { ProjectMember } from './project-member.entity.js';
import type { ProjectRef } from './project-ref.js';
import { MEMBER, MEMBERS, type MemberRow, type SeenProject } from './project.queries.js';
import { ProjectsService } from './projects.service.js';

/** Makes no row where one of the two is gone by then. */
const JOIN = statement(
  `INSERT INTO project_members (project_id, user_id, access_level, created_at)
   SELECT p.id, u.id, :access_level, :now FROM projects p JOIN users u ON u.id = :user
   WHERE p.id = :project AND u.username_key <> '${GHOST}'`,
);
const CHANGE = statement(
  'UPDATE project_members SET access_level = :access_level WHERE project_id = :project AND user_id = :user',
);

@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  async list(actor: Actor, ref: ProjectRef, input: Input<PageParams>): Promise<Page<MemberRow>> {
    const { id } = await this.projects.get(actor, ref);
    return paginate(MEMBERS.rows(this.database, 'desc', { project: id }), input.read());
  }

  async get(actor: Actor, ref: ProjectRef, user: number): Promise<MemberRow> {
    const { id } = await this.projects.get(actor, ref);
    return this.member(id, user);
  }

  async add(actor: Actor, ref: ProjectRef, input: Input<CreateMemberParams>): Promise<MemberRow> {
    const project = await this.getToManage(actor, ref);
    const { user_id: user, access_level } = input.read();
    if (project.owner_id === user) throw new Conflict('Already exists');
    const now = Date.now();
    try {
      await this.database.unit(async (unit) => {
        const joined = await unit.write(JOIN, { project: project.id, user, access_level, now });
        if (joined === 0)
          throw new NotFound((await unit.row(PERSON, { user })) ? 'Project' : 'User');
        await recordEvent(unit, {
          authorId: user,
          projectId: project.id,
          action: 'joined',
          createdAt: now,
        });
      });
    } catch (error) {
      throw error instanceof UniqueViolation ? new Conflict('Already exists') : error;
    }
    return this.member(project.id, user);
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    user: number,
    input: Input<UpdateMemberParams>,
  ): Promise<MemberRow> {
    const { id: project } = await this.getToManage(actor, ref);
    await this.member(project, user);
    const { access_level } = input.read();
    await this.database.write(CHANGE, { project, user, access_level });
    return this.member(project, user);
  }

  /** Members may leave by themselves. */
  async remove(actor: Actor, ref: ProjectRef, user: number): Promise<MemberRow> {
    const project = await this.projects.get(actor, ref);
    if (user !== actor.id) requireManager(project);
    const member = await this.member(project.id, user);
    await this.database.unit(async (unit) => {
      const { affected } = await unit
        .repository(ProjectMember)
        .delete({ projectId: project.id, userId: user });
      if (!affected) throw new NotFound('Member');
      const createdAt = Date.now();
      await recordEvent(unit, { authorId: user, projectId: project.id, action: 'left', createdAt });
    });
    return member;
  }

  private async getToManage(actor: Actor, ref: ProjectRef): Promise<SeenProject> {
    const project = await this.projects.get(actor, ref);
    requireManager(project);
    return project;
  }

  private async member(project: number, user: number): Promise<MemberRow> {
    const member = await this.database.row(MEMBER, { project, user });
    if (!member) throw new NotFound('Member');
    return member;
  }
}

function requireManager({ level }: SeenProject): void {
  if (level < Level.master) throw new Forbidden();
}
