import { Injectable } from '@nestjs/common';
import { EventRecorder } from '../activity/event-recorder.js';
import type { Actor } from '../auth/actor.js';
import { People } from '../auth/people.js';
import { Level } from '../auth/visibility.js';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { Conflict, Forbidden, NotFound } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { Page, PageParams } from '../http/pagination/page.js';
import { MembersRepository, type MemberRow } from './members.repository.js';
import type { CreateMemberParams, UpdateMemberParams } from './project.dto.js';
import type { ProjectRef } from './project-ref.js';
import type { VisibleProject } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersRepository,
    private readonly projects: ProjectsService,
    private readonly people: People,
    private readonly events: EventRecorder,
  ) {}

  async list(actor: Actor, ref: ProjectRef, input: Input<PageParams>): Promise<Page<MemberRow>> {
    const { id } = await this.projects.get(actor, ref);
    return this.members.list(id, input.read());
  }

  async get(actor: Actor, ref: ProjectRef, user: number): Promise<MemberRow> {
    const { id } = await this.projects.get(actor, ref);
    return this.member(id, user);
  }

  async add(actor: Actor, ref: ProjectRef, input: Input<CreateMemberParams>): Promise<MemberRow> {
    const project = await this.getToManage(actor, ref);
    const { user_id: user, access_level } = input.read();
    if (project.owner_id === user) throw new Conflict('Already exists');
    if (!(await this.join(project.id, user, access_level)))
      throw new NotFound((await this.people.find(user)) ? 'Project' : 'User');
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
    const { access_level: accessLevel } = input.read();
    await this.database.unit((unit) =>
      unit
        .withRepository(this.members)
        .update({ projectId: project, userId: user }, { accessLevel }),
    );
    return this.member(project, user);
  }

  /** Members may remove themselves. */
  async remove(actor: Actor, ref: ProjectRef, user: number): Promise<MemberRow> {
    const project = await this.projects.get(actor, ref);
    if (user !== actor.id) requireManager(project);
    const member = await this.member(project.id, user);
    await this.database.unit(async (unit) => {
      const members = unit.withRepository(this.members);
      const { affected } = await members.delete({ projectId: project.id, userId: user });
      if (!affected) throw new NotFound('Member');
      const createdAt = Date.now();
      await this.events.record(unit, {
        authorId: user,
        projectId: project.id,
        action: 'left',
        createdAt,
      });
    });
    return member;
  }

  /** False if the project or the user is gone. */
  private async join(projectId: number, user: number, accessLevel: number): Promise<boolean> {
    const createdAt = Date.now();
    try {
      return await this.database.unit(async (unit) => {
        const members = unit.withRepository(this.members);
        if (!(await members.add(projectId, user, accessLevel, createdAt))) return false;
        await this.events.record(unit, { authorId: user, projectId, action: 'joined', createdAt });
        return true;
      });
    } catch (error) {
      throw error instanceof UniqueViolation ? new Conflict('Already exists') : error;
    }
  }

  private async getToManage(actor: Actor, ref: ProjectRef): Promise<VisibleProject> {
    const project = await this.projects.get(actor, ref);
    requireManager(project);
    return project;
  }

  private async member(project: number, user: number): Promise<MemberRow> {
    const member = await this.members.findMember(project, user);
    if (!member) throw new NotFound('Member');
    return member;
  }
}

function requireManager({ level }: VisibleProject): void {
  if (level < Level.master) throw new Forbidden();
}
