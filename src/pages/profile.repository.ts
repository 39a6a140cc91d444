import type { EventAction } from '../core/event-recording/event-recorder.js';
import type { NoteableType } from '../core/event-recording/noteable.js';
import { ANONYMOUS } from '../core/auth/anonymous.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { Listing } from '../database/listing.js';
import { statement } from '../database/statement.js';
import { GHOST } from '../features/users/user-name.js';
import type { Event } from '../features/events/event.entity.js';
import { ALL_DAYS, EVENT_LIST, JOIN_SUBJECTS } from '../features/events/event-conditions.js';

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
export const HAS_PAGE = `(state = 'active' OR username_key = '${GHOST}')`;
const USER = statement<ProfileRow>(
  `SELECT id, username, name, bio, location, organization, website_url, created_at FROM users
   WHERE username_key = :username AND ${HAS_PAGE}`,
);

/** Only the last 500 events are examined: anybody can ask for this page. */
const VISIBLE_EVENTS = new Listing<ProfileEventRow>({
  ...EVENT_LIST,
  window: { ...EVENT_LIST.window, size: 500 },
  joins: `JOIN projects p ON p.id = e.project_id JOIN users o ON o.id = p.owner_id ${JOIN_SUBJECTS}`,
  columns: `e.action, e.subject_type, COALESCE(i.iid, sn.id, mr.iid) AS subject_number,
    COALESCE(i.title, sn.title, mr.title) AS subject_title, p.path AS project_path,
    o.username AS project_owner, e.created_at`,
});

export class ProfileRepository extends FeatureRepository<Event> {
  /** Null for blocked users too. */
  findUser(usernameKey: string): Promise<ProfileRow | null> {
    return this.statements.row(USER, { username: usernameKey });
  }

  /** The latest 20 events of the user that anonymous visitors can see. */
  publicEvents(userId: number): Promise<ProfileEventRow[]> {
    const values = { user: userId, ...ALL_DAYS, ...ANONYMOUS };
    return VISIBLE_EVENTS.rows(this.database, 'desc', values).after(null, 20);
  }
}
