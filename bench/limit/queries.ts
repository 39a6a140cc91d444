import type { Database } from '../../src/database/database.js';
import type { Listing, Order } from '../../src/database/listing.js';
import type { Statement } from '../../src/database/statement.js';
import { EVENTS, type EventRow } from '../../src/features/events/events.repository.js';
import { NOTES, type NoteRow } from '../../src/features/notes/notes.repository.js';
import { USERS, type UserRow } from '../../src/features/users/users.repository.js';

export interface PageStatements<Row> {
  /** Each row has the total too. */
  rows: Statement<Row & { list_total: number }>;
}

/** The statement of a page, recorded from the service's own list, so that both servers send the same text. */
async function pageOf<Row>(
  listing: Pick<Listing<Row>, 'rows'>,
  order: Order,
): Promise<PageStatements<Row>> {
  const recorded: Statement[] = [];
  const recorder = { rows: (query: Statement) => (recorded.push(query), Promise.resolve([])) };
  await listing.rows(recorder as unknown as Database, order, {}).countedFromOffset(0, 0, 0);
  const [rows] = recorded as [Statement<Row & { list_total: number }>];
  return { rows };
}

export const USER_PAGE = await pageOf<UserRow>(USERS, 'desc');
export const NOTE_PAGE = await pageOf<NoteRow>(NOTES, 'asc');
export const EVENT_PAGE = await pageOf<EventRow>(EVENTS, 'desc');
