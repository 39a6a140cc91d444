import { Database } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import type { Forge } from './app.js';
import type { Resource } from './seed.js';

const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
/** Counts from 0 up to below :count, which may be 100,000. */
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

/** One statement each: over the interface so many would take minutes. */
const insert =
  (command: typeof INSERT_NOTES) =>
  async ({ app }: Forge, issue: Resource, author: { id: number }, count: number): Promise<void> => {
    const values = { issue: issue.id, project: Number(issue['project_id']), author: author.id };
    await app.get(Database).unit((unit) => unit.write(command, { ...values, count }));
  };

/** Notes on an issue, `Note 0` and on, a millisecond after one another and older than any other. */
export const addNotes = insert(INSERT_NOTES);

/** Events about an issue, as old. */
export const addEvents = insert(INSERT_EVENTS);
