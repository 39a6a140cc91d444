import { RequestScope } from '../../src/database/request-scope.js';
import { Database } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import type { Forge } from './app.js';
import type { Resource } from './seed.js';

const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
/** Numbers from 0 to :count - 1. The maximum is 100,000. */
const NUMBER = 'a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d';
const NUMBERS = `FROM (${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c, (${DIGITS}) e, (${DIGITS}) f
  WHERE ${NUMBER} < :count`;

const INSERT_NOTES = statement(
  `INSERT INTO notes
     (noteable_type, noteable_id, project_id, author_id, body, is_system, created_at, updated_at)
   SELECT 'Issue', :issue, :project, :author, CONCAT('Note ', ${NUMBER}), 0, ${NUMBER}, ${NUMBER}
   ${NUMBERS}`,
);
const INSERT_EVENTS = statement(
  `INSERT INTO events (author_id, project_id, action, subject_type, subject_id, created_at)
   SELECT :author, :project, 'opened', 'Issue', :issue, ${NUMBER} ${NUMBERS}`,
);

/** One statement each, because the API would take minutes for so many rows. */
const insert =
  (command: typeof INSERT_NOTES) =>
  async ({ app }: Forge, issue: Resource, author: { id: number }, count: number): Promise<void> => {
    const values = { issue: issue.id, project: Number(issue['project_id']), author: author.id };
    await app
      .get(Database)
      .unit(RequestScope.background, (unit) => unit.write(command, { ...values, count }));
  };

/** Notes `Note 0` and so on, each a millisecond after the one before, all older than any other note. */
export const addNotes = insert(INSERT_NOTES);

/** Events about an issue, spaced like the notes. */
export const addEvents = insert(INSERT_EVENTS);

const INSERT_USERS = statement(
  `INSERT INTO users (username, username_key, email, name, state, admin, is_external, can_create_group,
     projects_limit, messenger, professional_network, microblog, website_url, theme_id, color_scheme_id,
     password_hash, token_digest, token_sealed, created_at)
   SELECT CONCAT(:name, '-', ${NUMBER}), CONCAT(:name, '-', ${NUMBER}), CONCAT(:name, '-', ${NUMBER}, '@example.com'),
     'One of many', 'active', 0, 0, 0, 0, '', '', '', '', 2, 1, '', CONCAT(:name, ' digest ', ${NUMBER}), '',
     ${NUMBER} + :start
   ${NUMBERS}`,
);
const INDEX_USERS = statement(
  "INSERT INTO user_terms (user_id, email_id, is_address, term, repeats, user_created_at) SELECT id, 0, 0, username, 0, created_at FROM users WHERE username LIKE CONCAT(:name, '-%')",
);

/** Users `crowd-0` and on, a millisecond after one another, older than any other, found by beginnings alone. */
export async function addUsers(
  { app }: Forge,
  count: number,
  { name = 'crowd', start = 0 } = {},
): Promise<void> {
  await app.get(Database).unit(RequestScope.background, async (unit) => {
    await unit.write(INSERT_USERS, { count, name, start });
    await unit.write(INDEX_USERS, { name });
  });
}

const INSERT_PROJECT_EVENTS = statement(
  `INSERT INTO events (author_id, project_id, action, created_at)
   SELECT :author, :project, 'created', :start + ${NUMBER} ${NUMBERS}`,
);

/** Events of the author about the project itself, a millisecond after one another. */
export async function addProjectEvents(
  { app }: Forge,
  project: Resource,
  author: { id: number },
  { count, start }: { count: number; start: number },
): Promise<void> {
  const values = { project: project.id, author: author.id, count, start };
  await app
    .get(Database)
    .unit(RequestScope.background, (unit) => unit.write(INSERT_PROJECT_EVENTS, values));
}
