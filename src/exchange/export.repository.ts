import type { NoteableType } from '../activity/noteable.js';
import type { AwardableType } from '../awards/award-emoji.entity.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { Listing, type Position } from '../database/listing.js';
import { statement } from '../database/statement.js';
import { GHOST } from '../users/user-name.js';
import type { User } from '../users/user.entity.js';
import type {
  AwardToExport,
  EmailToExport,
  ExportedUser,
  IdentityToExport,
  IssueToExport,
  KeyToExport,
  MemberToExport,
  MergeRequestToExport,
  NoteToExport,
  ProjectToExport,
  SnippetToExport,
} from './export-rows.js';

/** Rows of a page. Texts of a page take at most 1 MiB; the longest are null in it and read one by one. */
const PAGE = 100;

const USERS = new Listing<ExportedUser>({
  table: 'users u',
  where: `u.created_at >= 0 AND u.ghost_id IS NULL AND u.username_key <> '${GHOST}'`,
  columns: `u.id, u.username, u.email, u.name, u.state, u.admin, u.is_external, u.can_create_group,
    u.projects_limit, u.bio, u.location, u.organization, u.messenger, u.professional_network, u.microblog,
    u.website_url, u.theme_id, u.color_scheme_id, u.current_sign_in_at, u.last_sign_in_at, u.confirmed_at,
    u.created_at`,
});
const IDENTITIES = statement<IdentityToExport>(
  `SELECT user_id, provider, extern_uid, unique_id, login, disabled_by FROM identities
   WHERE user_id IN (:users...) ORDER BY user_id, id`,
);
const EMAILS = statement<EmailToExport>(
  `SELECT user_id, email, created_at FROM emails
   WHERE user_id IN (:users...) AND is_primary = 0 AND email IS NOT NULL ORDER BY user_id, created_at, id`,
);
const KEYS = statement<KeyToExport>(
  `SELECT user_id, title, key_text, fingerprint_sha256, created_at FROM ssh_keys
   WHERE user_id IN (:users...) ORDER BY user_id, created_at, id`,
);
const PROJECTS = new Listing<ProjectToExport>({
  table: 'projects p',
  where: 'p.deleted_at IS NULL',
  columns: `p.id, p.name, p.path, p.description, p.visibility_level, p.owner_id, p.issue_count,
    p.merge_request_count, p.created_at, p.last_activity_at`,
});
const MEMBERS = new Listing<MemberToExport>({
  table: 'project_members pm',
  where: 'pm.project_id = :project',
  columns: 'pm.user_id, pm.access_level, pm.created_at',
});
const WRITTEN = ['id', 'author_id', 'created_at', 'updated_at'];
const NUMBERED = [...WRITTEN, 'iid', 'title', 'assignee_id'];
const items = <Row>(table: string, columns: readonly string[], long: string) =>
  new Listing<Row>({
    table: `${table} t`,
    where: 't.project_id = :project AND t.deleted_at IS NULL',
    columns: `${columns.map((column) => `t.${column}`).join(', ')}, t.${long} AS text`,
  });
const ISSUES = items<IssueToExport>(
  'issues',
  [...NUMBERED, 'confidential', 'state'],
  'description',
);
const MERGE_REQUESTS = items<MergeRequestToExport>(
  'merge_requests',
  [...NUMBERED, 'source_branch', 'target_branch', 'state'],
  'description',
);
const SNIPPETS = items<SnippetToExport>(
  'snippets',
  [...WRITTEN, 'title', 'file_name', 'visibility_level'],
  'code',
);
const NOTES = new Listing<NoteToExport>({
  table: 'notes n',
  where: 'n.noteable_type = :type AND n.noteable_id = :id',
  columns: 'n.id, n.author_id, n.is_system, n.created_at, n.updated_at, n.body AS text',
});
const AWARDS = statement<AwardToExport>(
  `SELECT awardable_id, user_id, name, created_at, updated_at FROM award_emoji
   WHERE awardable_type = :type AND awardable_id IN (:ids...) ORDER BY awardable_id, created_at, id`,
);

const text = (table: string, column: string) =>
  statement<{ text: string | null }>(`SELECT ${column} AS text FROM ${table} WHERE id = :id`);
const TEXTS = {
  Issue: text('issues', 'description'),
  MergeRequest: text('merge_requests', 'description'),
  Snippet: text('snippets', 'code'),
  Note: text('notes', 'body'),
} satisfies Record<AwardableType, unknown>;

export type Paged<Row> = Promise<(Row & Position)[]>;

/** Reads what an export has, in pages in the order of creation. No column with a secret is read. */
export class ExportRepository extends FeatureRepository<User> {
  /** Without the ghost. */
  users(after: Position | null): Paged<ExportedUser> {
    return USERS.rows(this.database, 'asc', {}).after(after, PAGE);
  }

  identities(users: readonly number[]): Promise<IdentityToExport[]> {
    return this.statements.rows(IDENTITIES, { users: JSON.stringify(users) });
  }

  /** Their secondary addresses that count. */
  emails(users: readonly number[]): Promise<EmailToExport[]> {
    return this.statements.rows(EMAILS, { users: JSON.stringify(users) });
  }

  keys(users: readonly number[]): Promise<KeyToExport[]> {
    return this.statements.rows(KEYS, { users: JSON.stringify(users) });
  }

  projects(after: Position | null): Paged<ProjectToExport> {
    return PROJECTS.rows(this.database, 'asc', {}).after(after, PAGE);
  }

  members(project: number, after: Position | null): Paged<MemberToExport> {
    return MEMBERS.rows(this.database, 'asc', { project }).after(after, PAGE);
  }

  issues(project: number, after: Position | null): Paged<IssueToExport> {
    return ISSUES.rows(this.database, 'asc', { project }).after(after, PAGE);
  }

  mergeRequests(project: number, after: Position | null): Paged<MergeRequestToExport> {
    return MERGE_REQUESTS.rows(this.database, 'asc', { project }).after(after, PAGE);
  }

  snippets(project: number, after: Position | null): Paged<SnippetToExport> {
    return SNIPPETS.rows(this.database, 'asc', { project }).after(after, PAGE);
  }

  notes(type: NoteableType, id: number, after: Position | null): Paged<NoteToExport> {
    return NOTES.rows(this.database, 'asc', { type, id }).after(after, PAGE);
  }

  awards(type: AwardableType, ids: readonly number[]): Promise<AwardToExport[]> {
    return this.statements.rows(AWARDS, { type, ids: JSON.stringify(ids) });
  }

  /** The text of a row that is too long for a page. Null if the row is gone, or has none. */
  async longText(type: AwardableType, id: number): Promise<string | null> {
    return (await this.statements.row(TEXTS[type], { id }))?.text ?? null;
  }
}
