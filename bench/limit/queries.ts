import type { Database } from '../../src/database/database.js';
import type { CountStatement } from '../../src/database/capped-count.js';
import type { Listing, Order } from '../../src/database/listing.js';
import type { Statement } from '../../src/database/statement.js';
import { recentEvents, type EventRow } from '../../src/events/events.repository.js';
import { NOTES, type NoteRow } from '../../src/notes/notes.repository.js';
import { USERS, type UserRow } from '../../src/users/users.repository.js';

export interface PageStatements<Row> {
  count: CountStatement;
  rows: Statement<Row>;
}

/** The two statements of a page, recorded from the service's own list, so that both servers send the same text. */
async function pageOf<Row>(
  listing: Pick<Listing<Row>, 'rows'>,
  order: Order,
): Promise<PageStatements<Row>> {
  const recorded: Statement[] = [];
  const recorder = {
    rows: (query: Statement) => (recorded.push(query), Promise.resolve([])),
    row: (query: Statement) => (recorded.push(query), Promise.resolve(null)),
  };
  const list = listing.rows(recorder as unknown as Database, order, {});
  await list.countUpTo(0);
  await list.fromOffset(0, 0);
  const [count, rows] = recorded as [CountStatement, Statement<Row>];
  return { count, rows };
}

export const USER_PAGE = await pageOf<UserRow>(USERS, 'desc');
export const NOTE_PAGE = await pageOf<NoteRow>(NOTES, 'asc');
const { count, offset } = recentEvents({ order: 'desc', filters: [] });
export const EVENT_PAGE: PageStatements<EventRow> = { count, rows: offset };
