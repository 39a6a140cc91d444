import { randomBytes } from 'node:crypto';
import { lineOf } from './ssh-line.js';
import { WriteLedger, type Row, type TableName } from './write-ledger.js';

/** The administrator whose token the clients use. */
const ROOT_ID = 1;
const PASSWORD = 'correct horse battery';
/** What a project has, with the name of its type in the database. */
const ITEMS = [
  ['issues', 'Issue'],
  ['merge_requests', 'MergeRequest'],
  ['snippets', 'Snippet'],
] as const;

type Entry = [table: TableName, key: string, row: Row | null];

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** What the request writes. */
  rows?: Entry[];
  /** What it writes, with ids that only the response has. */
  more?: (id: number) => Entry[];
}

/** Sends a request. Returns the id in its response. */
type Send = (call: Call) => Promise<number>;

/** Writes into every table of the ledger. `marker` is unique. */
export async function writeRound(call: Send, marker: string): Promise<void> {
  const user = await people(call, marker);
  const project = await call({
    ...{ method: 'POST', path: '/projects', body: { name: marker } },
    headers: { 'Idempotency-Key': marker },
    rows: [
      ['projects', marker, { name: marker, owner_id: ROOT_ID }],
      ['stored_responses', marker, { user_id: ROOT_ID }],
    ],
    more: (id) => [eventOf({ action: 'created', project_id: id })],
  });
  const members = `/projects/${project}/members`;
  const member = `${project} ${user}`;
  await call({
    ...{ method: 'POST', path: members, body: { user_id: user, access_level: 30 } },
    rows: [
      ['project_members', member, { access_level: 30 }],
      eventOf({ action: 'joined', project_id: project, author_id: user }),
    ],
  });
  await call({
    ...{ method: 'PUT', path: `${members}/${user}`, body: { access_level: 40 } },
    rows: [['project_members', member, { access_level: 40 }]],
  });
  for (const [table, type] of ITEMS) {
    const path = `/projects/${project}/${table}`;
    const id = await item(call, { table, path, project, marker });
    await conversation(call, { type, path: `${path}/${id}`, id, project, marker });
  }
}

async function people(call: Send, marker: string): Promise<number> {
  const person = { name: marker, username: marker, email: `${marker}@example.org` };
  const account = { provider: 'ldapmain', extern_uid: marker };
  const id = await call({
    ...{ method: 'POST', path: '/users' },
    body: { ...person, ...account, password: PASSWORD, confirm: false },
    rows: [
      ['users', marker, { name: marker, state: 'active' }],
      ['identities', marker, { provider: account.provider }],
      ['emails', person.email, { is_primary: 1 }],
    ],
    more: (user) => [audited('user.created', user), ['user_terms', String(user), {}]],
  });
  const path = `/users/${id}`;
  const waiting = `${marker}-waiting`;
  const email = `${waiting}@example.org`;
  await call({
    ...{ method: 'POST', path: '/users' },
    body: { username: waiting, name: waiting, email, password: PASSWORD },
    rows: [
      ['users', waiting, { name: waiting }],
      ['emails', email, { is_primary: 1 }],
      ['outbox_mails', email, { kind: 'primary_address' }],
    ],
  });
  const key = lineOf('ssh-ed25519', randomBytes(32));
  await call({
    ...{ method: 'POST', path: `${path}/keys`, body: { title: marker, key } },
    rows: [['ssh_keys', marker, { user_id: id, key_text: key }], audited('key.added', id)],
  });
  const second = `${marker}@example.net`;
  await call({
    ...{ method: 'POST', path: `${path}/emails`, body: { email: second } },
    rows: [['emails', second, { user_id: id, is_primary: 0 }], audited('email.added', id)],
  });
  await call({
    ...{ method: 'POST', path: '/session', body: { login: marker, password: PASSWORD } },
    rows: [['sign_in_addresses', String(id), {}], audited('session.created', id)],
  });
  const name = `${marker} renamed`;
  await call({
    ...{ method: 'PUT', path, body: { name } },
    rows: [['users', marker, { name, state: 'active' }], audited('user.updated', id)],
  });
  await call({ method: 'GET', path });
  await call({
    ...{ method: 'PUT', path: `${path}/block` },
    rows: [['users', marker, { name, state: 'blocked' }], audited('user.blocked', id)],
  });
  return id;
}

async function item(
  call: Send,
  {
    table,
    path,
    project,
    marker,
  }: { table: TableName; path: string; project: number; marker: string },
): Promise<number> {
  if (table === 'snippets') {
    const body = { title: marker, file_name: marker, code: marker, visibility_level: 0 };
    const rows: Entry[] = [[table, marker, { title: marker, code: marker, project_id: project }]];
    return call({ method: 'POST', path, body, rows });
  }
  const type = table === 'issues' ? 'Issue' : 'MergeRequest';
  const event = (action: string, id: number) =>
    eventOf({ action, project_id: project, subject_type: type, subject_id: id });
  const branches = table === 'issues' ? {} : { source_branch: marker, target_branch: 'main' };
  const id = await call({
    ...{ method: 'POST', path, body: { title: marker, description: marker, ...branches } },
    rows: [[table, marker, { title: marker, state: 'opened', project_id: project }]],
    more: (created) => [event('opened', created)],
  });
  await call({
    ...{ method: 'PUT', path: `${path}/${id}`, body: { state_event: 'close' } },
    rows: [[table, marker, { title: marker, state: 'closed' }], event('closed', id)],
  });
  return id;
}

/** Three notes, of which one changes and one is deleted, and an award. */
async function conversation(
  call: Send,
  place: { type: string; path: string; id: number; project: number; marker: string },
): Promise<void> {
  const { type, path, id, project, marker } = place;
  const notes = `${path}/notes`;
  const noteable = { noteable_type: type, noteable_id: id, project_id: project };
  const event = (note: number) =>
    eventOf({
      ...{ action: 'commented on', project_id: project },
      ...subject(type, id),
      note_id: note,
    });
  for (const kind of ['kept', 'changed', 'deleted']) {
    const word = `${marker}-${type}-${kind}`;
    const note = await call({
      ...{ method: 'POST', path: notes, body: { body: `${word} first` } },
      rows: [['notes', word, { ...noteable, body: `${word} first` }]],
      more: (created) => [event(created)],
    });
    const own = `${notes}/${note}`;
    await call({ method: 'GET', path: own });
    if (kind === 'changed')
      await call({
        ...{ method: 'PUT', path: own, body: { body: `${word} again` } },
        rows: [['notes', word, { ...noteable, body: `${word} again` }]],
      });
    if (kind === 'deleted') {
      const [table, key] = event(note);
      await call({
        ...{ method: 'DELETE', path: own },
        rows: [
          ['notes', word, null],
          [table, key, null],
        ],
      });
    }
  }
  await call({
    ...{ method: 'POST', path: `${path}/award_emoji`, body: { name: 'heart' } },
    rows: [['award_emoji', `${type} ${id} heart`, { user_id: ROOT_ID }]],
  });
}

const subject = (type: string, id: number) => ({ subject_type: type, subject_id: id });

function eventOf(row: Row): Entry {
  const whole = { subject_type: null, subject_id: null, note_id: null, author_id: ROOT_ID, ...row };
  return ['events', WriteLedger.keyOf('events', whole), whole];
}

function audited(action: string, user: number): Entry {
  const row = { action, subject_type: 'user', subject_id: user };
  return ['audit_events', WriteLedger.keyOf('audit_events', row), row];
}
