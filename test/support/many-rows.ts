import { RequestScope } from '../../src/database/request-scope.js';
import { Database } from '../../src/database/database.js';
import { statement, type Values } from '../../src/database/statement.js';
import type { Forge } from './app.js';
import type { Resource } from './seed.js';

/** Rows of one statement. The service ends statements after some seconds, which a slow machine needs for many rows. */
const BATCH = 1_000;
const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
const NUMBER = 'a.d + 10 * b.d + 100 * c.d';
const NUMBERS = `FROM (${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c WHERE ${NUMBER} < :rows`;

/**
 * Runs statements with the numbers from 0 to `count` - 1, because the API would take minutes for so many rows.
 *
 * @param commands get the SQL of a number and the first number of the batch. `:rows` is the size of the batch
 */
async function inBatches(
  { app }: Forge,
  count: number,
  values: Values,
  ...commands: ((number: string, first: number) => string)[]
): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const rows = Math.min(BATCH, count - first);
    await app.get(Database).unit(RequestScope.background, async (unit) => {
      for (const command of commands)
        await unit.write(statement(command(`(${first} + ${NUMBER})`, first)), { ...values, rows });
    });
  }
}

const insert =
  (command: (number: string) => string) =>
  (forge: Forge, issue: Resource, author: { id: number }, count: number): Promise<void> => {
    const values = { issue: issue.id, project: Number(issue['project_id']), author: author.id };
    return inBatches(forge, count, values, command);
  };

/** Notes `Note 0` and so on, each a millisecond after the one before, all older than any other note. */
export const addNotes = insert(
  (number) => `INSERT INTO notes
     (noteable_type, noteable_id, project_id, author_id, body, is_system, created_at, updated_at)
   SELECT 'Issue', :issue, :project, :author, CONCAT('Note ', ${number}), 0, ${number}, ${number}
   ${NUMBERS}`,
);

/** Events about an issue, spaced like the notes. */
export const addEvents = insert(
  (
    number,
  ) => `INSERT INTO events (author_id, project_id, action, subject_type, subject_id, created_at)
   SELECT :author, :project, 'opened', 'Issue', :issue, ${number} ${NUMBERS}`,
);

/** Issues that are open and not confidential, with the numbers from 1 on, a millisecond after one another. */
export const addIssues = (
  forge: Forge,
  project: Resource,
  author: { id: number },
  count: number,
): Promise<void> =>
  inBatches(
    forge,
    count,
    { project: project.id, author: author.id },
    (number) => `INSERT INTO issues
       (iid, project_id, title, author_id, confidential, state, created_at, updated_at)
     SELECT ${number} + 1, :project, CONCAT('Issue ', ${number} + 1), :author, 0, 'opened', ${number}, ${number}
     ${NUMBERS}`,
  );

const insertUsers = (number: string) =>
  `INSERT INTO users (username, username_key, email, name, state, admin, is_external, can_create_group,
     projects_limit, messenger, professional_network, microblog, website_url, theme_id, color_scheme_id,
     password_hash, token_digest, token_sealed, created_at)
   SELECT CONCAT(:name, '-', ${number}), CONCAT(:name, '-', ${number}), CONCAT(:name, '-', ${number}, '@example.com'),
     'One of many', 'active', 0, 0, 0, 0, '', '', '', '', 2, 1, '', CONCAT(:name, ' digest ', ${number}), '',
     ${number} + :start
   ${NUMBERS}`;
const indexUsers = (_number: string, first: number) =>
  `INSERT INTO user_terms (user_id, email_id, is_address, term, repeats, user_created_at)
   SELECT id, 0, 0, username, 0, created_at FROM users
   WHERE created_at >= ${first} + :start AND created_at < ${first} + :start + :rows AND username LIKE CONCAT(:name, '-%')`;

/** Users `crowd-0` and on, a millisecond after one another, older than any other, found by beginnings alone. */
export const addUsers = (
  forge: Forge,
  count: number,
  { name = 'crowd', start = 0 } = {},
): Promise<void> => inBatches(forge, count, { name, start }, insertUsers, indexUsers);

/** Events of the author about the project itself, a millisecond after one another. */
export const addProjectEvents = (
  forge: Forge,
  project: Resource,
  author: { id: number },
  { count, start }: { count: number; start: number },
): Promise<void> =>
  inBatches(
    forge,
    count,
    { project: project.id, author: author.id, start },
    (number) => `INSERT INTO events (author_id, project_id, action, created_at)
     SELECT :author, :project, 'created', :start + ${number} ${NUMBERS}`,
  );
