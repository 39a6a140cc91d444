import type { NoteableType } from '../activity/noteable.js';
import type { AwardableType } from '../awards/award-emoji.entity.js';
import { FeatureRepository } from '../database/feature-repository.js';
import { statement } from '../database/statement.js';
import type { User } from '../users/user.entity.js';

export type NumberedType = Exclude<NoteableType, 'Snippet'>;

/** An address that is taken. */
interface AddressOwner {
  user_id: number;
  username: string;
  is_primary: number;
  /** Set while the user is being deleted. */
  ghost_id: number | null;
}

/** A row that may already be what a line would create. */
interface ExistingRow {
  id: number;
  created_at: number;
  /** Set while the row is being deleted. */
  deleted_at: number | null;
}

interface StoredSnippet {
  id: number;
  author_id: number;
  title: string;
  file_name: string;
}

interface StoredNote {
  id: number;
  author_id: number;
  body: string;
}

/** Rows that are read at once. */
export const ROWS_AT_ONCE = 1_000;

const ADDRESS_OWNER = statement<AddressOwner>(
  `SELECT e.user_id, u.username, e.is_primary, u.ghost_id FROM emails e JOIN users u ON u.id = e.user_id
   WHERE e.email = :email`,
);
const ENTRY = statement<{ id: number }>(
  'SELECT id FROM identities WHERE provider = :provider AND unique_id = :unique_id',
);
const COUNTS = {
  email: statement<{ count: number }>(
    'SELECT COUNT(*) AS count FROM emails WHERE user_id = :user AND is_primary = 0',
  ),
  key: statement<{ count: number }>('SELECT COUNT(*) AS count FROM ssh_keys WHERE user_id = :user'),
};
const PROJECT = statement<ExistingRow>(
  'SELECT id, created_at, deleted_at FROM projects WHERE owner_id = :owner AND path_key = :path',
);
const numbered = (table: string) =>
  statement<ExistingRow>(
    `SELECT id, created_at, deleted_at FROM ${table} WHERE project_id = :project AND iid = :iid`,
  );
const NUMBERED = { Issue: numbered('issues'), MergeRequest: numbered('merge_requests') };
const SNIPPETS = statement<StoredSnippet>(
  `SELECT id, author_id, title, file_name FROM snippets
   WHERE project_id = :project AND created_at = :created_at AND id > :after AND deleted_at IS NULL
   ORDER BY id LIMIT :limit`,
);
const NOTES = statement<StoredNote>(
  `SELECT id, author_id, body FROM notes
   WHERE noteable_type = :type AND noteable_id = :noteable AND created_at = :created_at AND id > :after
   ORDER BY id LIMIT :limit`,
);
const AWARD = statement<{ id: number }>(
  `SELECT id FROM award_emoji
   WHERE awardable_type = :type AND awardable_id = :id AND user_id = :user AND name = :name`,
);
const OPEN_PROJECT = statement<{ id: number }>(
  'SELECT id FROM projects WHERE id = :id AND deleted_at IS NULL',
);
const raise = (column: string) =>
  statement(`UPDATE projects SET ${column} = :iid WHERE id = :project AND ${column} < :iid`);
const RAISE = { Issue: raise('issue_count'), MergeRequest: raise('merge_request_count') };

/** Finds the rows that an import does not have to create. */
export class ImportRepository extends FeatureRepository<User> {
  findAddressOwner(email: string): Promise<AddressOwner | null> {
    return this.statements.row(ADDRESS_OWNER, { email });
  }

  /** True if a user has the entry of the directory with this unique id. */
  async hasEntry(provider: string, unique_id: string): Promise<boolean> {
    return (await this.statements.row(ENTRY, { provider, unique_id })) !== null;
  }

  /** How many secondary addresses, or keys, the user has. */
  async countOfUser(kind: 'email' | 'key', user: number): Promise<number> {
    return (await this.statements.row(COUNTS[kind], { user }))?.count ?? 0;
  }

  /** @param path in lower case */
  findProject(owner: number, path: string): Promise<ExistingRow | null> {
    return this.statements.row(PROJECT, { owner, path });
  }

  findNumbered(type: NumberedType, project: number, iid: number): Promise<ExistingRow | null> {
    return this.statements.row(NUMBERED[type], { project, iid });
  }

  /** The next snippets of this time, in the order of their ids. */
  snippetsOfTime(project: number, created_at: number, after: number): Promise<StoredSnippet[]> {
    return this.statements.rows(SNIPPETS, { project, created_at, after, limit: ROWS_AT_ONCE });
  }

  /** The next notes of this time, in the order of their ids. */
  notesOfTime(
    { type, id: noteable }: { type: NoteableType; id: number },
    created_at: number,
    after: number,
  ): Promise<StoredNote[]> {
    const page = { after, limit: ROWS_AT_ONCE };
    return this.statements.rows(NOTES, { type, noteable, created_at, ...page });
  }

  async hasAward(type: AwardableType, id: number, user: number, name: string): Promise<boolean> {
    return (await this.statements.row(AWARD, { type, id, user, name })) !== null;
  }

  /** Keeps others from deleting the project until the unit ends. False if it is gone. */
  async shareProject(id: number): Promise<boolean> {
    return (await this.unit.share(OPEN_PROJECT, { id })).length > 0;
  }

  /** Numbers up to this one are not given out again. */
  async raiseCounter(type: NumberedType, project: number, iid: number): Promise<void> {
    await this.unit.write(RAISE[type], { project, iid });
  }
}
