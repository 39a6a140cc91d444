import type { SqlConnection } from './connection.js';

interface Invariant {
  /** What is always true. */
  name: string;
  /** Selects rows that break it. */
  sql: string;
}

/** The ghost has the notes of deleted users, without their events. */
const BY_GHOST = "author_id IN (SELECT id FROM users WHERE username_key = 'ghost')";

/** `[table, column, owner]`: each value of the column is the id of an owner. Columns may be null. */
const REFERENCES = [
  ['identities', 'user_id', 'users'],
  ['emails', 'user_id', 'users'],
  ['user_terms', 'user_id', 'users'],
  ['ssh_keys', 'user_id', 'users'],
  ['projects', 'owner_id', 'users'],
  ['project_members', 'project_id', 'projects'],
  ['project_members', 'user_id', 'users'],
  ['issues', 'project_id', 'projects'],
  ['issues', 'author_id', 'users'],
  ['issues', 'assignee_id', 'users'],
  ['merge_requests', 'project_id', 'projects'],
  ['merge_requests', 'author_id', 'users'],
  ['merge_requests', 'assignee_id', 'users'],
  ['snippets', 'project_id', 'projects'],
  ['snippets', 'author_id', 'users'],
  ['notes', 'project_id', 'projects'],
  ['notes', 'author_id', 'users'],
  ['award_emoji', 'user_id', 'users'],
  ['events', 'author_id', 'users'],
  ['events', 'project_id', 'projects'],
  ['events', 'note_id', 'notes'],
] as const;

/** `[table, type column, id column]`: the type names the table of the owner. */
const POLYMORPHIC = [
  ['notes', 'noteable_type', 'noteable_id'],
  ['award_emoji', 'awardable_type', 'awardable_id'],
  ['events', 'subject_type', 'subject_id'],
] as const;
const OWNERS = {
  Issue: 'issues',
  MergeRequest: 'merge_requests',
  Snippet: 'snippets',
  Note: 'notes',
};

const orphans = REFERENCES.map(([table, column, owner]) => ({
  name: `${table}.${column} refers to a row of ${owner}`,
  sql: `SELECT t.id FROM ${table} t LEFT JOIN ${owner} o ON o.id = t.${column}
    WHERE t.${column} IS NOT NULL AND o.id IS NULL`,
}));

const polymorphicOrphans = POLYMORPHIC.flatMap(([table, type, id]) =>
  Object.entries(OWNERS).map(([kind, owner]) => ({
    name: `${table} on a ${kind} refer to a row of ${owner}`,
    sql: `SELECT t.id FROM ${table} t LEFT JOIN ${owner} o ON o.id = t.${id}
      WHERE t.${type} = '${kind}' AND o.id IS NULL`,
  })),
);

const sameProject = (['issues', 'merge_requests', 'snippets'] as const).map((table) => ({
  name: `notes on ${table} belong to the same project`,
  sql: `SELECT n.id FROM notes n JOIN ${table} t ON t.id = n.noteable_id
    WHERE n.noteable_type = '${kindOf(table)}' AND n.project_id <> t.project_id`,
}));

const opened = (['issues', 'merge_requests'] as const).map((table) => ({
  name: `${table} have an event that tells who opened them`,
  sql: `SELECT t.id FROM ${table} t LEFT JOIN events e
      ON e.subject_type = '${kindOf(table)}' AND e.subject_id = t.id AND e.action = 'opened'
    WHERE e.id IS NULL AND NOT t.${BY_GHOST}`,
}));

const counters = (
  [
    ['issues', 'issue_count'],
    ['merge_requests', 'merge_request_count'],
  ] as const
).map(([table, counter]) => ({
  name: `projects.${counter} is at least the highest iid`,
  sql: `SELECT p.id FROM projects p JOIN ${table} t ON t.project_id = p.id
    GROUP BY p.id, p.${counter} HAVING MAX(t.iid) > p.${counter} OR MIN(t.iid) < 1`,
}));

const unique = (
  [
    ['emails', 'LOWER(email)'],
    ['users', 'LOWER(username)'],
    ['users', 'token_digest'],
    ['ssh_keys', 'fingerprint_sha256'],
    ['issues', 'project_id, iid'],
    ['merge_requests', 'project_id, iid'],
    ['project_members', 'project_id, user_id'],
    ['award_emoji', 'awardable_type, awardable_id, user_id, name'],
  ] as const
).map(([table, columns]) => ({
  name: `${table} are unique by ${columns}`,
  sql: `SELECT MIN(id) AS id FROM ${table} GROUP BY ${columns} HAVING COUNT(*) > 1`,
}));

const times = ['issues', 'merge_requests', 'snippets', 'notes', 'award_emoji'].map((table) => ({
  name: `${table} are never updated before they were created`,
  sql: `SELECT id FROM ${table} WHERE updated_at < created_at`,
}));

/** True for every database the service wrote, whatever happened to the service. */
const INVARIANTS: readonly Invariant[] = [
  {
    name: 'every note of a user has exactly one event',
    sql: `SELECT n.id FROM notes n WHERE n.is_system = 0 AND NOT n.${BY_GHOST} AND 1 <>
      (SELECT COUNT(*) FROM events e WHERE e.note_id = n.id AND e.action = 'commented on')`,
  },
  {
    name: 'every event of a note agrees with its note',
    sql: `SELECT e.id FROM events e JOIN notes n ON n.id = e.note_id
      WHERE n.is_system = 1 OR e.action <> 'commented on' OR e.project_id <> n.project_id
        OR e.author_id <> n.author_id OR e.subject_type <> n.noteable_type
        OR e.subject_id <> n.noteable_id`,
  },
  {
    name: 'every event "commented on" has a note',
    sql: "SELECT id FROM events WHERE action = 'commented on' AND note_id IS NULL",
  },
  ...opened,
  {
    name: 'every user has exactly one primary address, the one in the row of the user',
    sql: `SELECT u.id FROM users u LEFT JOIN emails e ON e.user_id = u.id AND e.is_primary = 1
      WHERE u.username_key <> 'ghost'
      GROUP BY u.id, u.email HAVING COUNT(e.id) <> 1 OR MIN(COALESCE(e.shown_email, e.email)) <> u.email`,
  },
  {
    name: 'the key of a username is the username in lower case',
    sql: 'SELECT id FROM users WHERE username_key <> LOWER(username)',
  },
  {
    name: 'every username can be searched',
    sql: `SELECT u.id FROM users u
      LEFT JOIN user_terms t ON t.user_id = u.id AND t.email_id = 0 AND t.term = u.username_key
      WHERE t.id IS NULL AND u.username_key <> 'ghost'`,
  },
  {
    name: 'every address can be searched',
    sql: `SELECT e.id FROM emails e
      LEFT JOIN user_terms t ON t.user_id = e.user_id AND t.email_id = e.id AND t.term = e.email
      WHERE t.id IS NULL`,
  },
  {
    name: 'every search term belongs to a name or an address of its user',
    sql: `SELECT t.id FROM user_terms t
      LEFT JOIN emails e ON e.id = t.email_id AND e.user_id = t.user_id
      WHERE t.email_id <> 0 AND e.id IS NULL`,
  },
  {
    name: 'there is an active administrator',
    sql: `SELECT 0 AS id FROM (SELECT COUNT(*) AS n FROM users
      WHERE admin = 1 AND state = 'active') admins WHERE n = 0`,
  },
  ...unique,
  ...orphans,
  ...polymorphicOrphans,
  ...sameProject,
  ...counters,
  ...times,
];

/** Returns one sentence for each invariant that does not hold. */
export async function brokenInvariants(connection: SqlConnection): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, sql } of INVARIANTS) {
    const rows = await connection.rows(`${sql} LIMIT 5`);
    const ids = rows.map(({ id }) => String(id)).join(', ');
    if (rows.length > 0) broken.push(`not true: ${name} (ids ${ids})`);
  }
  if (!connection.isSqlite) return broken;
  const [check] = await connection.rows('PRAGMA integrity_check');
  if (check?.['integrity_check'] !== 'ok') broken.push('SQLite reports a damaged file');
  return broken;
}

function kindOf(table: string): string {
  const [kind] = Object.entries(OWNERS).find(([, owner]) => owner === table) ?? [''];
  return kind;
}
