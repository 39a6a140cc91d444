import type { EventAction } from '../activity/event-recorder.js';
import type { NoteableType } from '../activity/noteable.js';
import { JOIN_MEMBERSHIP, ANONYMOUS } from '../auth/visibility.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { statement } from '../database/statement.js';
import { GHOST } from '../users/user-name.js';
import type { Event } from '../events/event.entity.js';
import { EVENT_VISIBLE, inEventOrder, JOIN_SUBJECTS, readBy } from '../events/event-conditions.js';

export interface ProfileRow {
  id: number;
  username: string;
  name: string;
  bio: string | null;
  location: string | null;
  organization: string | null;
  website_url: string;
  created_at: number;
}

export interface ProfileEventRow {
  action: EventAction;
  subject_type: NoteableType | null;
  /** The number in the URL of the subject: of snippets the id, of others the iid. */
  subject_number: number | null;
  subject_title: string | null;
  project_path: string;
  project_owner: string;
  created_at: number;
}

/** Blocked users have no page, except the ghost: its name is on what deleted users wrote. */
const USER = statement<ProfileRow>(
  `SELECT id, username, name, bio, location, organization, website_url, created_at FROM users
   WHERE username_key = :username AND (state = 'active' OR username_key = '${GHOST}')`,
);

/** Searches only the last 500 events. The bound keeps the cost of this public page constant. */
const VISIBLE_EVENTS = readBy<ProfileEventRow>(
  'events_created',
  `SELECT e.action, e.subject_type, COALESCE(i.iid, sn.id, mr.iid) AS subject_number,
     COALESCE(i.title, sn.title, mr.title) AS subject_title,
     p.path AS project_path, o.username AS project_owner, e.created_at
   FROM (SELECT e.id, e.author_id, e.project_id, e.action, e.subject_type, e.subject_id, e.created_at FROM events e
     WHERE e.author_id = :user ${inEventOrder('e', 'desc')} LIMIT 500) e
   JOIN projects p ON p.id = e.project_id ${JOIN_MEMBERSHIP} JOIN users o ON o.id = p.owner_id
   ${JOIN_SUBJECTS} WHERE ${EVENT_VISIBLE} ${inEventOrder('e', 'desc')} LIMIT 20`,
);

export class ProfileRepository extends FeatureRepository<Event> {
  /** Null for blocked users too. */
  findUser(usernameKey: string): Promise<ProfileRow | null> {
    return this.statements.row(USER, { username: usernameKey });
  }

  /** The latest 20 events of the user that anonymous visitors can see. */
  publicEvents(userId: number): Promise<ProfileEventRow[]> {
    return this.statements.rows(VISIBLE_EVENTS, { user: userId, ...ANONYMOUS });
  }
}
