import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import type { Unit } from '../../database/unit.js';
import { DeletionService } from '../../core/deletion/deletion.service.js';
import { Forbidden } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import { GhostService } from './ghost.service.js';
import { requireAnotherAdministrator } from './last-administrator.js';
import { isGhost } from './user-name.js';
import { UserViews } from './user-views.service.js';
import type { DeleteUserParams } from './user.dto.js';
import type { FullUserView } from './user.view.js';
import { UsersRepository } from './users.repository.js';

@Injectable()
export class UserDeletion {
  constructor(
    private readonly users: UsersRepository,
    private readonly ghost: GhostService,
    private readonly deletions: DeletionService,
    private readonly views: UserViews,
    private readonly audit: AuditTrail,
  ) {}

  /** Returns the user as it was, or null if there was none: of concurrent requests, one returns the user. */
  async remove(
    actor: Actor,
    id: number,
    input: Input<DeleteUserParams>,
  ): Promise<FullUserView | null> {
    const found = await this.users.findById(id);
    if (!found) return null;
    const { hard_delete = false } = input.read();
    if (isGhost(found)) throw new Forbidden('The ghost user cannot be deleted');
    const ghost = await this.ghost.get();
    let view: FullUserView | null = null;
    let administrators: number[] = [];
    const lock = async (unit: Unit) => {
      administrators = await unit.withRepository(this.users).lockActiveAdministrators();
    };
    const before = async (unit: Unit) => {
      requireAnotherAdministrator(administrators, id);
      const user = await unit.withRepository(this.users).findById(id);
      view = user && (await this.views.full(user, unit));
    };
    const after = async (unit: Unit) => {
      if (!view) return;
      const { username, email, name, state, is_admin: admin } = view;
      const details = { username, email, name, state, admin, hard_delete };
      await this.audit.record(unit, actor, 'user.deleted', { type: 'user', id }, details);
    };
    const { id: ghost_id, username, email, name, state, created_at } = ghost;
    const mark = { ghost_id, username, email, name, state, created_at };
    const isDeleted = await this.deletions.deleteUser(
      actor.scope,
      id,
      hard_delete ? null : ghost_id,
      { lock, before, after, mark },
    );
    return isDeleted ? view : null;
  }
}
