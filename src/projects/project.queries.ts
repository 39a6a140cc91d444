import { JOIN_MEMBERSHIP, LEVEL, PROJECT_VISIBLE } from '../auth/visibility.js';
import { statement } from '../database/statement.js';
import { Listing } from '../database/listing.js';
import { forProject } from './project-ref.js';

export interface ProjectRow {
  id: number;
  name: string;
  path: string;
  description: string | null;
  visibility_level: number;
  created_at: number;
  last_activity_at: number;
  owner_id: number;
  owner_name: string;
  owner_username: string;
  owner_state: string;
  owner_created_at: number;
}

/** A project as somebody may see it, and what he is in it. */
export interface SeenProject extends ProjectRow {
  level: number;
}

export interface MemberRow {
  id: number;
  username: string;
  name: string;
  state: string;
  access_level: number;
}

const COLUMNS = `p.id, p.name, p.path, p.description, p.visibility_level, p.created_at, p.last_activity_at,
  p.owner_id, o.name AS owner_name, o.username AS owner_username, o.state AS owner_state,
  o.created_at AS owner_created_at`;
const JOIN_OWNER = 'JOIN users o ON o.id = p.owner_id';

export const PROJECT = forProject<SeenProject>(
  (
    condition,
  ) => `SELECT ${COLUMNS}, ${LEVEL} AS level FROM projects p ${JOIN_OWNER} ${JOIN_MEMBERSHIP}
    WHERE ${condition} AND ${PROJECT_VISIBLE}`,
);

const projects = (where: string) =>
  new Listing<ProjectRow>({
    table: 'projects p',
    filterJoins: JOIN_MEMBERSHIP,
    where,
    joins: JOIN_OWNER,
    columns: COLUMNS,
  });

export const OWN_PROJECTS = projects('p.owner_id = :viewer OR m.id IS NOT NULL');
export const VISIBLE_PROJECTS = projects(PROJECT_VISIBLE);
export const ALL_PROJECTS = new Listing<ProjectRow>({
  table: 'projects p',
  where: '1 = 1',
  joins: JOIN_OWNER,
  columns: COLUMNS,
});

const MEMBER_COLUMNS = 'u.id, u.username, u.name, u.state, pm.access_level';

export const MEMBERS = new Listing<MemberRow>({
  table: 'project_members pm',
  where: 'pm.project_id = :project',
  joins: 'JOIN users u ON u.id = pm.user_id',
  columns: MEMBER_COLUMNS,
});

export const MEMBER = statement<MemberRow>(
  `SELECT ${MEMBER_COLUMNS} FROM project_members pm JOIN users u ON u.id = pm.user_id
   WHERE pm.project_id = :project AND pm.user_id = :user`,
);
