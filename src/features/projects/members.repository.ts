import { FeatureRepository } from '../../database/feature-repository.js';
import { Listing } from '../../database/listing.js';
import { statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import { GHOST } from '../users/user-name.js';
import type { ProjectMember } from './project-member.entity.js';

export interface MemberRow {
  id: number;
  username: string;
  name: string;
  state: string;
  access_level: number;
}

const COLUMNS = 'u.id, u.username, u.name, u.state, pm.access_level';
const JOIN_USER = 'JOIN users u ON u.id = pm.user_id';

const MEMBERS = new Listing<MemberRow>({
  table: 'project_members pm',
  // A left join, so that MariaDB starts with the members of the project.
  filterJoins: `LEFT ${JOIN_USER}`,
  where: 'pm.project_id = :project AND u.ghost_id IS NULL',
  joins: JOIN_USER,
  columns: COLUMNS,
});

const MEMBER = statement<MemberRow>(
  `SELECT ${COLUMNS} FROM project_members pm ${JOIN_USER}
   WHERE pm.project_id = :project AND pm.user_id = :user AND u.ghost_id IS NULL`,
);

const ACCESS_LEVEL = statement<{ access_level: number }>(
  'SELECT access_level FROM project_members WHERE project_id = :project AND user_id = :user',
);

/** Inserts nothing if the project or the user was deleted in the meantime, or is being deleted. */
const ADD = statement(
  `INSERT INTO project_members (project_id, user_id, access_level, created_at)
   SELECT p.id, u.id, :access_level, :now FROM projects p JOIN users u ON u.id = :user
   WHERE p.id = :project AND p.deleted_at IS NULL AND u.username_key <> '${GHOST}' AND u.ghost_id IS NULL`,
);

export class MembersRepository extends FeatureRepository<ProjectMember> {
  static readonly owned: readonly OwnedRows[] = [
    {
      table: 'project_members',
      of: { Project: 'project_id IN (:owners...)', User: 'user_id IN (:owners...)' },
    },
  ];

  /** Newest first. */
  list(project: number, params: PageParams): Promise<Page<MemberRow>> {
    return paginate(MEMBERS.rows(this.database, 'desc', { project }), params);
  }

  findMember(project: number, user: number): Promise<MemberRow | null> {
    return this.statements.row(MEMBER, { project, user });
  }

  /** Null if the user is no member. Locks the row until the unit ends. */
  async lockLevel(project: number, user: number): Promise<number | null> {
    const [member] = await this.unit.lock(ACCESS_LEVEL, { project, user });
    return member?.access_level ?? null;
  }

  /**
   * False if the project or the user is gone. The ghost cannot become a member.
   *
   * @throws UniqueViolation the user is already a member
   */
  async add(
    project: number,
    user: number,
    access_level: number,
    createdAt: number,
  ): Promise<boolean> {
    const values = { project, user, access_level, now: createdAt };
    return (await this.unit.write(ADD, values)) > 0;
  }
}
