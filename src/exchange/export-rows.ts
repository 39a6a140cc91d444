import type { IssueState } from '../issues/issue.entity.js';
import type { MergeRequestState } from '../merge-requests/merge-request.entity.js';
import type { UserRow } from '../users/users.repository.js';

export type ExportedUser = Omit<UserRow, 'can_create_project'>;

export interface IdentityToExport {
  user_id: number;
  provider: string;
  extern_uid: string;
  unique_id: string | null;
  login: string | null;
  disabled_by: string | null;
}

export interface EmailToExport {
  user_id: number;
  email: string;
  created_at: number;
}

export interface KeyToExport {
  user_id: number;
  title: string;
  key_text: string;
  fingerprint_sha256: string;
  created_at: number;
}

export interface ProjectToExport {
  id: number;
  name: string;
  path: string;
  description: string | null;
  visibility_level: 0 | 10 | 20;
  owner_id: number;
  issue_count: number;
  merge_request_count: number;
  created_at: number;
  last_activity_at: number;
}

export interface MemberToExport {
  user_id: number;
  access_level: 10 | 20 | 30 | 40;
  created_at: number;
}

/** What all rows with an author have. `text` is null if it is too long for a page. */
interface Written {
  id: number;
  author_id: number;
  created_at: number;
  updated_at: number;
  text: string | null;
}

interface NumberedToExport extends Written {
  iid: number;
  title: string;
  assignee_id: number | null;
}

export interface IssueToExport extends NumberedToExport {
  confidential: number;
  state: IssueState;
}

export interface MergeRequestToExport extends NumberedToExport {
  source_branch: string;
  target_branch: string;
  state: MergeRequestState;
}

export interface SnippetToExport extends Written {
  title: string;
  file_name: string;
  visibility_level: 0 | 10 | 20;
}

export interface NoteToExport extends Written {
  is_system: number;
}

export interface AwardToExport {
  awardable_id: number;
  user_id: number;
  name: string;
  created_at: number;
  updated_at: number;
}
