import type { NoteableType } from '../activity/noteable.js';
import type { EventAction } from '../activity/event-recorder.js';
import { JOIN_MEMBERSHIP } from '../auth/visibility.js';
import { statement } from '../database/statement.js';
import { EVENT_SUBJECTS, EVENT_VISIBLE } from '../events/event.queries.js';

export interface ProfileRow {
  id: number;
  username: string;
  name: string;
}

export interface FingerprintRow {
  key_text: string;
  fingerprint_sha256: string;
}

export interface ProfileEventRow {
  action: EventAction;
  subject_type: NoteableType | null;
  subject_title: string | null;
  project_path: string;
  project_owner: string;
  created_at: number;
}

/** Blocked users have no page. The user `ghost` is blocked too. */
export const PROFILE = statement<ProfileRow>(
  "SELECT id, username, name FROM users WHERE username_key = :username AND state = 'active'",
);

export const FINGERPRINTS = statement<FingerprintRow>(
  `SELECT key_text, fingerprint_sha256 FROM ssh_keys WHERE user_id = :user
   ORDER BY created_at DESC, id DESC`,
);

/**
 * The latest 20 events the viewer can see, among the last 500 events of the user. The bound keeps the cost of
 * this public page constant, however many events are invisible.
 */
export const PROFILE_EVENTS = statement<ProfileEventRow>(
  `SELECT e.action, e.subject_type, COALESCE(i.title, sn.title, mr.title) AS subject_title,
     p.path AS project_path, o.username AS project_owner, e.created_at
   FROM (SELECT id, project_id, action, subject_type, subject_id, created_at FROM events
     WHERE author_id = :user ORDER BY created_at DESC, id DESC LIMIT 500) e
   JOIN projects p ON p.id = e.project_id ${JOIN_MEMBERSHIP} JOIN users o ON o.id = p.owner_id
   ${EVENT_SUBJECTS} WHERE ${EVENT_VISIBLE} ORDER BY e.created_at DESC, e.id DESC LIMIT 20`,
);
