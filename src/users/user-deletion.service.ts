import { Injectable } from '@nestjs/common';
import { deleteBatch, updateBatch } from '../database/batches.js';
import { Database } from '../database/database.js';
import { Forbidden } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import {
  issuesWhere,
  mergeRequestsWhere,
  notesWhere,
  projectsWhere,
  remove,
  snippetsWhere,
} from '../projects/removal.js';
import { GhostService } from './ghost.service.js';
import { requireAnotherAdministrator } from './last-administrator.js';
import { isGhost } from './user-name.js';
import { UserViews } from './user-views.service.js';
import type { DeleteUserParams } from './user.dto.js';
import type { FullUserView } from './user.view.js';
import { UsersRepository } from './users.repository.js';

const moveToGhost = (table: string, column: string) =>
  updateBatch(table, `${column} = :ghost`, `${column} = :user`);

/** The user's content goes to the ghost, so that other users keep their conversations. */
const HAND_OVER = [
  moveToGhost('notes', 'author_id'),
  moveToGhost('issues', 'author_id'),
  moveToGhost('snippets', 'author_id'),
  moveToGhost('merge_requests', 'author_id'),
  // The id keeps paths unique: two deleted users may have had projects with the same path.
  updateBatch(
    'projects',
    `owner_id = :ghost,
     path = CONCAT(SUBSTR(path, 1, 235), '-', id), path_key = CONCAT(SUBSTR(path_key, 1, 235), '-', id)`,
    'owner_id = :user',
  ),
];
const HARD = [
  projectsWhere('owner_id = :user'),
  issuesWhere('author_id = :user'),
  snippetsWhere('author_id = :user'),
  mergeRequestsWhere('author_id = :user'),
  notesWhere('author_id = :user'),
];

const ALWAYS = [
  deleteBatch('award_emoji', 'user_id = :user'),
  deleteBatch('events', 'author_id = :user'),
  deleteBatch('project_members', 'user_id = :user'),
  deleteBatch('identities', 'user_id = :user'),
  deleteBatch('user_terms', 'user_id = :user'),
  deleteBatch('ssh_keys', 'user_id = :user'),
  ...['issues', 'merge_requests'].map((table) =>
    updateBatch(table, 'assignee_id = NULL', 'assignee_id = :user'),
  ),
];
const ADDRESSES = deleteBatch('emails', 'user_id = :user');

@Injectable()
export class UserDeletion {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly ghost: GhostService,
    private readonly views: UserViews,
  ) {}

  /**
   * Returns the user as it was, or null if there was none. The user is blocked first and deleted last. If the
   * process dies in between, the same call finishes the work.
   */
  async remove(id: number, input: Input<DeleteUserParams>): Promise<FullUserView | null> {
    const user = await this.users.findById(id);
    if (!user) return null;
    const { hard_delete = false } = input.read();
    if (isGhost(user)) throw new Forbidden('The user who keeps what deleted users wrote stays');
    const view = await this.views.full(user);
    await this.database.unit(async (unit) => {
      const users = unit.withRepository(this.users);
      await requireAnotherAdministrator(users, id);
      await users.setState(id, 'blocked');
    });
    const values = { user: id, ghost: await this.ghost.getId() };
    const steps = [...(hard_delete ? HARD : HAND_OVER), ...ALWAYS, ADDRESSES];
    await remove(this.database, steps, values);
    // Once more with the user's row locked: requests that began before the block may have written since.
    await this.database.unit(async (unit) => {
      const users = unit.withRepository(this.users);
      await users.setState(id, 'blocked');
      await remove(unit, steps, values);
      await users.delete({ id });
    });
    return view;
  }
}
