import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { DeletionService } from '../deletion/deletion.service.js';
import { Forbidden } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
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
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly ghost: GhostService,
    private readonly deletions: DeletionService,
    private readonly views: UserViews,
  ) {}

  /**
   * Returns the user as it was, or null if there was none. The user is blocked first, so that their own requests
   * add nothing more. If the process dies in between, the same call finishes the work.
   */
  async remove(id: number, input: Input<DeleteUserParams>): Promise<FullUserView | null> {
    const user = await this.users.findById(id);
    if (!user) return null;
    const { hard_delete = false } = input.read();
    if (isGhost(user)) throw new Forbidden('The ghost user cannot be deleted');
    const view = await this.views.full(user);
    await this.database.unit(async (unit) => {
      const users = unit.withRepository(this.users);
      await requireAnotherAdministrator(users, id);
      await users.setState(id, 'blocked');
    });
    const ghost = hard_delete ? null : await this.ghost.getId();
    await this.deletions.deleteUser(id, ghost);
    return view;
  }
}
