import { iso, isoOrNull } from '../http/schema/iso.js';
import type {
  ExportedUser,
  IdentityToExport,
  IssueToExport,
  MergeRequestToExport,
  ProjectToExport,
  SnippetToExport,
} from './export-rows.js';
import type { LineOf } from './lines.js';

interface PeopleOfItem {
  author: string;
  assignee: string | null;
}

export function userLine(
  { id, admin, is_external, can_create_group, ...row }: ExportedUser,
  identities: readonly IdentityToExport[],
): LineOf<'user'> {
  const { username, email, name, state, projects_limit, bio, location, organization } = row;
  const { messenger, professional_network, microblog, website_url } = row;
  const { theme_id, color_scheme_id } = row;
  return {
    kind: 'user',
    ...{ username, email, name, state, admin: admin === 1, external: is_external === 1 },
    ...{ can_create_group: can_create_group === 1, projects_limit, bio, location, organization },
    ...{ messenger, professional_network, microblog, website_url, theme_id, color_scheme_id },
    created_at: iso(row.created_at),
    confirmed_at: isoOrNull(row.confirmed_at),
    current_sign_in_at: isoOrNull(row.current_sign_in_at),
    last_sign_in_at: isoOrNull(row.last_sign_in_at),
    identities: identities
      .filter(({ user_id }) => user_id === id)
      .map(({ user_id: _, ...identity }) => identity),
  };
}

export function projectLine(row: ProjectToExport, owner: string): LineOf<'project'> {
  const { path, name, description, visibility_level, issue_count, merge_request_count } = row;
  return {
    kind: 'project',
    ...{ project: `${owner}/${path}`, owner, path, name, description, visibility_level },
    ...{ issue_count, merge_request_count },
    ...{ created_at: iso(row.created_at), last_activity_at: iso(row.last_activity_at) },
  };
}

export function issueLine(
  { iid, title, confidential, state, ...row }: IssueToExport,
  project: string,
  people: PeopleOfItem,
  description: string | null,
): LineOf<'issue'> {
  return {
    kind: 'issue',
    ...{ project, iid, title, description, ...people, confidential: confidential === 1, state },
    ...timesOf(row),
  };
}

export function mergeRequestLine(
  { iid, title, source_branch, target_branch, state, ...row }: MergeRequestToExport,
  project: string,
  people: PeopleOfItem,
  description: string | null,
): LineOf<'merge_request'> {
  return {
    kind: 'merge_request',
    ...{ project, iid, title, description, ...people, source_branch, target_branch, state },
    ...timesOf(row),
  };
}

export function snippetLine(
  { id: number, title, file_name, visibility_level, ...row }: SnippetToExport,
  project: string,
  { author }: PeopleOfItem,
  code: string | null,
): LineOf<'snippet'> {
  return {
    kind: 'snippet',
    ...{ project, number, title, file_name, code: code ?? '', author, visibility_level },
    ...timesOf(row),
  };
}

const timesOf = ({ created_at, updated_at }: { created_at: number; updated_at: number }) => ({
  created_at: iso(created_at),
  updated_at: iso(updated_at),
});
