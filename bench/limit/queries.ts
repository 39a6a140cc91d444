import type { Database, Unit } from '../../src/database/database.js';
import type { Statement } from '../../src/database/statement.js';
import { EVENTS, type EventRow } from '../../src/events/event.queries.js';
import { recordEvent } from '../../src/events/record-event.js';
import { paginate } from '../../src/http/pagination/paginate.js';
import type { Listing } from '../../src/database/listing.js';
import { NOTES, type NoteRow } from '../../src/notes/note.queries.js';
import {
  PERSON_BY_TOKEN,
  USERS,
  type PersonRow,
  type UserRow,
} from '../../src/users/users.repository.js';

/**
 * The statements of the service that it does not export, overheard: its own code is asked for a thing
 * with a database that answers nothing and writes down what it was told. So both servers send the same
 * text, whatever becomes of it.
 */
async function overhear(ask: (database: Database, unit: Unit) => Promise<unknown>) {
  const heard: Statement[] = [];
  const listener = {
    rows: (query: Statement) => (heard.push(query), Promise.resolve([])),
    row: (query: Statement) => (heard.push(query), Promise.resolve(null)),
    insert: (command: Statement) => (heard.push(command), Promise.resolve(0)),
  };
  await ask(listener as unknown as Database, listener as unknown as Unit);
  return heard;
}

export type { PersonRow };

export interface PageStatements<Row> {
  count: Statement<{ total: number }>;
  rows: Statement<Row>;
}

async function pageOf<Row>(
  listing: Pick<Listing<Row>, 'rows'>,
  order: 'asc' | 'desc',
): Promise<PageStatements<Row>> {
  const [count, rows, ...more] = await overhear((database) =>
    paginate(listing.rows(database, order, {}), {}),
  );
  if (!count || !rows || more.length > 0) {
    throw new Error(
      'A page of the service is no longer a count and its rows: change the limit too',
    );
  }
  return { count: count as Statement<{ total: number }>, rows: rows as Statement<Row> };
}

async function only<Row>(
  ask: (database: Database, unit: Unit) => Promise<unknown>,
): Promise<Statement<Row>> {
  const [statement, ...more] = await overhear(ask);
  if (!statement || more.length > 0) throw new Error('Not one statement: change the limit too');
  return statement as Statement<Row>;
}

export const PERSON = PERSON_BY_TOKEN;
export const RECORD = await only<never>((_, unit) =>
  recordEvent(unit, { authorId: 0, projectId: 0, action: 'commented on', createdAt: 0 }),
);
export const USER_PAGE = await pageOf<UserRow>(USERS, 'desc');
export const NOTE_PAGE = await pageOf<NoteRow>(NOTES, 'asc');
export const EVENT_PAGE = await pageOf<EventRow>(EVENTS, 'desc');
