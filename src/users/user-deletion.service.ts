import { Injectable } from '@nestjs/common';
import { deleteBatch, updateBatch } from '../database/batches.js';
import { Database } from '../database/database.js';
import { statement } from '../database/statement.js';
import type { Input } from '../http/input/input.js';
import { Forbidden } from '../http/errors/errors.js';
import {
  issuesWhere,
  mergeRequestsWhere,
  notesWhere,
  projectsWhere,
  remove,
  snippetsWhere,
} from '../projects/removal.js';
import { ghostId } from './ghost.js';
import { keepAnAdministrator } from './last-administrator.js';
import { UserViews } from './user-views.service.js';
import type { DeleteUserParams } from './user.dto.js';
import { isGhost, USER } from './user.queries.js';
import type { FullUserView } from './user.view.js';

const SHUT_OUT = statement("UPDATE users SET state = 'blocked' WHERE id = :user");
const DELETE_USER = statement('DELETE FROM users WHERE id = :user');

const moveToGhost = (table: string, column: string) =>
  updateBatch(table, `${column} = :ghost`, `${column} = :user`);

/** What others said there, or he said elsewhere, goes to the ghost: nobody loses a conversation. */
const HAND_OVER = [
  moveToGhost('notes', 'author_id'),
  moveToGhost('issues', 'author_id'),
  moveToGhost('snippets', 'author_id'),
  moveToGhost('merge_requests', 'author_id'),
  // Two people may have had projects of the same path; in the ghost's namespace the id tells them apart.
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

/** What goes with a user in any case. */
const GONE_WITH_HIM = [
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
    private readonly views: UserViews,
  ) {}

  /**
   * Answers the user as he was, or null when there was nobody. He is shut out first and removed last: cut
   * off in between, the same call finishes the work.
   */
  async remove(id: number, input: Input<DeleteUserParams>): Promise<FullUserView | null> {
    const user = await this.database.row(USER, { id });
    if (!user) return null;
    const { hard_delete = false } = input.read();
    if (isGhost(user)) throw new Forbidden('The user who keeps what deleted users wrote stays');
    const view = await this.views.full(user);
    await this.database.unit(async (unit) => {
      await keepAnAdministrator(unit, id);
      await unit.write(SHUT_OUT, { user: id });
    });
    const ghost = await ghostId(this.database);
    const values = { user: id, ghost };
    const steps = [...(hard_delete ? HARD : HAND_OVER), ...GONE_WITH_HIM, ADDRESSES];
    await remove(this.database, steps, values);
    // What he had begun before he was shut out may have come in meanwhile; with his row locked nothing can.
    await this.database.unit(async (unit) => {
      await unit.write(SHUT_OUT, values);
      await remove(unit, steps, values);
      await unit.write(DELETE_USER, values);
    });
    return view;
  }
}
