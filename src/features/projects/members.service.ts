import { Injectable } from '@nestjs/common';
import { EventRecorder } from '../../core/event-recording/event-recorder.js';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import { People } from '../../core/auth/people.js';
import { Level } from '../../core/auth/levels.js';
import { currentTime } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import type { Unit } from '../../database/unit.js';
import { Conflict, NotFound } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { Lifecycle } from '../../core/lifecycle/lifecycle.js';
import { MembersRepository, type MemberRow } from './members.repository.js';
import type { CreateMemberInput, UpdateMemberInput } from './project.dto.js';
import { byId, type ProjectRef } from './project-ref.js';
import type { ProjectAccess } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersRepository,
    private readonly projects: ProjectsService,
    private readonly people: People,
    private readonly events: EventRecorder,
    private readonly audit: AuditTrail,
    private readonly lifecycle: Lifecycle,
  ) {}

  async list(actor: Actor, ref: ProjectRef, input: Input<PageParams>): Promise<Page<MemberRow>> {
    const { id } = await this.projects.get(actor, ref);
    return this.members.list(id, input.read());
  }

  async get(actor: Actor, ref: ProjectRef, user: number): Promise<MemberRow> {
    const { id } = await this.projects.get(actor, ref);
    return this.member(id, user);
  }

  async add(actor: Actor, ref: ProjectRef, input: Input<CreateMemberInput>): Promise<MemberRow> {
    const { id } = await this.accessToManage(actor, ref);
    const project = await this.projects.get(actor, byId(id));
    const { user_id: user, access_level } = input.read();
    if (project.owner_id === user) throw new Conflict('Already exists');
    return this.join(actor, project.id, user, access_level);
  }

  async update(
    actor: Actor,
    ref: ProjectRef,
    user: number,
    input: Input<UpdateMemberInput>,
  ): Promise<MemberRow> {
    const { id: project } = await this.accessToManage(actor, ref);
    await this.member(project, user);
    const { access_level: accessLevel } = input.read();
    const claim = (unit: Unit) => this.people.claimBoth(unit, actor.id, user);
    return this.database.lockedUnit(actor.scope, claim, async (unit) => {
      const members = unit.withRepository(this.members);
      const before = await members.lockLevel(project, user);
      if (before === null) throw new NotFound('Member');
      await members.update({ projectId: project, userId: user }, { accessLevel });
      const member = await this.member(project, user, members);
      const change = { from: before, to: accessLevel };
      await this.record(unit, actor, 'member.updated', { project, member, change });
      return member;
    });
  }

  /** Members may remove themselves. */
  async remove(actor: Actor, ref: ProjectRef, user: number): Promise<MemberRow> {
    const project = await this.projects.access(actor, ref);
    if (user !== actor.id) requireManager(actor, project);
    const member = await this.member(project.id, user);
    const claim = (unit: Unit) => this.people.claimBoth(unit, actor.id, user);
    await this.database.lockedUnit(actor.scope, claim, async (unit) => {
      const members = unit.withRepository(this.members);
      const from = await members.lockLevel(project.id, user);
      if (from === null) throw new NotFound('Member');
      await members.delete({ projectId: project.id, userId: user });
      const createdAt = currentTime();
      await this.events.record(unit, {
        authorId: user,
        projectId: project.id,
        action: 'left',
        createdAt,
      });
      const change = { from, to: null };
      await this.record(unit, actor, 'member.removed', { project: project.id, member, change });
    });
    return member;
  }

  private async join(
    actor: Actor,
    projectId: number,
    user: number,
    accessLevel: number,
  ): Promise<MemberRow> {
    const createdAt = currentTime();
    try {
      return await this.database.unit(actor.scope, async (unit) => {
        const members = unit.withRepository(this.members);
        if (!(await members.add(projectId, user, accessLevel, createdAt)))
          throw new NotFound((await this.people.lock(unit, user)) ? 'Project' : 'User');
        await this.events.record(unit, { authorId: user, projectId, action: 'joined', createdAt });
        const member = await this.member(projectId, user, members);
        const change = { from: null, to: accessLevel };
        await this.record(unit, actor, 'member.added', { project: projectId, member, change });
        return member;
      });
    } catch (error) {
      throw error instanceof UniqueViolation ? new Conflict('Already exists') : error;
    }
  }

  private async record(
    unit: Unit,
    actor: Actor,
    action: 'member.added' | 'member.updated' | 'member.removed',
    { project, member, change }: { project: number; member: MemberRow; change: object },
  ): Promise<void> {
    const { id, username, access_level } = member;
    const details = { username, project, changes: { access_level: change } };
    await this.audit.record(unit, actor, action, { type: 'user', id }, details);
    const payload = { projectId: project, userId: id, accessLevel: access_level };
    this.lifecycle.announce(unit, `forgenote.${action}`, actor, payload);
  }

  private async accessToManage(actor: Actor, ref: ProjectRef): Promise<ProjectAccess> {
    const access = await this.projects.access(actor, ref);
    requireManager(actor, access);
    return access;
  }

  private async member(
    project: number,
    user: number,
    members: MembersRepository = this.members,
  ): Promise<MemberRow> {
    const member = await members.findMember(project, user);
    if (!member) throw new NotFound('Member');
    return member;
  }
}

function requireManager(actor: Actor, access: ProjectAccess): void {
  actor.require(() => access.level >= Level.master);
}
