import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Viewer } from '../../src/core/auth/actor.js';
import type { Values } from '../../src/database/statement.js';
import { ALL_DAYS } from '../../src/features/events/event-conditions.js';
import { INSERT_EVENT } from '../../src/features/events/events.repository.js';
import { ISSUE_ITEM } from '../../src/features/issues/issues.repository.js';
import {
  CHANGE_BODY,
  INSERT_NOTE,
  NOTEABLE_WITH_NOTE,
} from '../../src/features/notes/notes.repository.js';
import { PERSON_BY_TOKEN, type PersonRow } from '../../src/features/users/people.repository.js';
import { USER, USER_WITH_IDENTITIES } from '../../src/features/users/users.repository.js';
import type { LimitDatabase } from './database.js';
import { answerPage, type PageRequest } from './pages.js';
import { EVENT_PAGE, NOTE_PAGE, USER_PAGE } from './queries.js';
import { event, full, note, profile, summary } from './views.js';

export interface Answer {
  status: number;
  headers?: OutgoingHttpHeaders;
  body: unknown;
}

export const NOT_FOUND: Answer = { status: 404, body: { message: '404 Not Found' } };
const UNAUTHORIZED: Answer = { status: 401, body: { message: '401 Unauthorized' } };
const MASTER = 40;

/** The work items of the bench, for somebody who is no administrator. */
export async function answer(
  database: LimitDatabase,
  base: string,
  request: IncomingMessage,
  body: string,
): Promise<Answer> {
  const token = hash('sha256', String(request.headers['private-token']));
  const [row] = await database.rows(PERSON_BY_TOKEN, { token });
  if (row?.state !== 'active') return UNAUTHORIZED;
  const person = Object.assign(row, { token });
  const [path = '', query] = (request.url ?? '').split('?');
  const [, , , collection, id = '', collectionName, itemId, notes, noteId] = path.split('/');
  const page = () => pageRequest(base + path, query);
  if (collection === 'user') return current(database, base, person.id);
  if (collection === 'users') {
    if (id === '') {
      return answerPage(database, USER_PAGE, page(), {}, (user) => summary(user, base));
    }
    const [user] = await database.rows(USER, { id: Number(id) });
    if (!user) return NOT_FOUND;
    if (collectionName !== 'events') return { status: 200, body: profile(user, base) };
    const values = Object.assign(viewerValues(person), { user: user.id, ...ALL_DAYS });
    return answerPage(database, EVENT_PAGE, page(), values, (row) => event(row, base));
  }
  if (notes !== 'notes') return NOT_FOUND;
  const itemValues = Object.assign(viewerValues(person), {
    project: Number(id),
    item: Number(itemId),
  });
  if (request.method === 'PUT')
    return changeNote(database, person, { ...itemValues, note: Number(noteId) }, bodyOf(body));
  const [issue] = await database.rows(ISSUE_ITEM.item.id, itemValues);
  if (!issue) return NOT_FOUND;
  const noteableValues = { noteable_type: 'Issue', noteable_id: issue.id };
  if (request.method === 'GET')
    return answerPage(database, NOTE_PAGE, page(), noteableValues, note);
  return createNote(database, person, issue, bodyOf(body));
}

async function current(database: LimitDatabase, base: string, id: number): Promise<Answer> {
  const rows = await database.rows(USER_WITH_IDENTITIES, { id });
  const [user] = rows;
  if (!user) return NOT_FOUND;
  return { status: 200, body: full(user, rows, base) };
}

async function createNote(
  database: LimitDatabase,
  author: Caller,
  issue: { id: number; project_id: number },
  body: string,
): Promise<Answer> {
  const now = Date.now();
  const id = await database.unit(async (write) => {
    const inserted = await write(INSERT_NOTE, {
      project: issue.project_id,
      author: author.id,
      created_at: now,
      noteable_type: 'Issue',
      noteable_id: issue.id,
      body,
      system: false,
      updated_at: now,
    });
    await write(INSERT_EVENT, {
      project: issue.project_id,
      author: author.id,
      created_at: now,
      subject_type: 'Issue',
      subject_id: issue.id,
      note: inserted,
      data: null,
      action: 'commented on',
    });
    await write(ISSUE_ITEM.touch, { id: issue.id, now, ...viewerValues(author) });
    return inserted;
  });
  const view = note({
    id,
    body,
    is_system: 0,
    created_at: now,
    updated_at: now,
    noteable_id: issue.id,
    noteable_type: 'Issue',
    author_id: author.id,
    author_username: author.username,
    author_email: author.email,
    author_name: author.name,
    author_state: author.state,
    author_created_at: author.created_at,
  });
  return { status: 201, body: view };
}

async function changeNote(
  database: LimitDatabase,
  person: Caller,
  values: Values & { note: number },
  body: string,
): Promise<Answer> {
  const [found] = await database.rows(NOTEABLE_WITH_NOTE.Issue.id, values);
  if (found?.id == null) return NOT_FOUND;
  if (found.level < MASTER && found.author_id !== person.id)
    return { ...UNAUTHORIZED, status: 403 };
  const now = Math.max(Date.now(), found.updated_at);
  await database.write(CHANGE_BODY.Issue, {
    note: values.note,
    body,
    now,
    ...viewerValues(person),
  });
  return { status: 200, body: note(Object.assign(found, { body, updated_at: now })) };
}

interface Caller extends PersonRow {
  /** The digest of the token. */
  token: string;
}

const viewerValues = ({ id, admin, is_external, token }: Caller) =>
  ({
    viewer: id,
    viewer_admin: admin,
    viewer_external: is_external,
    viewer_token: token,
  }) satisfies Record<keyof Viewer, unknown>;

function pageRequest(url: string, query: string | undefined): PageRequest {
  const params = new URLSearchParams(query);
  return {
    url,
    page: Number(params.get('page') ?? 1),
    perPage: Number(params.get('per_page') ?? 20),
  };
}

function bodyOf(text: string): string {
  const { body } = JSON.parse(text) as { body?: unknown };
  if (typeof body !== 'string' || body.trim() === '') throw new Error('The body is missing');
  return body;
}
