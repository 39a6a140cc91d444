/**
 * Creates users, projects, members, issues and notes from a JSON file, with their authors and times. README.md shows
 * the file. An interrupted import goes on if it runs again within 24 hours, with the same file and the same token.
 */
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, dataOf, TooManyRequestsError } from 'forgenote/client';

const { FORGENOTE_URL: baseUrl = 'http://127.0.0.1:3000', FORGENOTE_TOKEN: token } = process.env;

/** What is being created, for messages. */
let current = 'the file';
/** What the service has of the file. */
const created = { users: 0, projects: 0, members: 0, issues: 0, notes: 0 };

/** Clients by the username they act as. */
const clients = new Map();
function clientAs(sudo) {
  if (!clients.has(sudo)) clients.set(sudo, createClient({ baseUrl, token, sudo }));
  return clients.get(sudo);
}

/** The client itself repeats requests for some seconds. This waits until the limit for notes allows the next one. */
async function whenAllowed(send) {
  for (;;) {
    try {
      return await dataOf(send());
    } catch (error) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      console.error(`${current}: waiting for ${error.retryAfter ?? 1} s`);
      await delay((error.retryAfter ?? 1) * 1000);
    }
  }
}

/**
 * Creates something, once: for 24 hours, the service answers a second request with the same key like the first one.
 *
 * @param kind a name in `created`
 * @param name tells it from everything else in the file
 * @param author the username of who creates it; without it, the administrator
 */
async function create(kind, name, path, { author, params, body }) {
  current = name;
  const headers = { 'Idempotency-Key': createHash('sha256').update(name).digest('hex') };
  const data = await whenAllowed(() => clientAs(author).POST(path, { params, body, headers }));
  created[kind]++;
  return data;
}

/** Nobody can guess it, and the next run sends the same. */
const passwordOf = (username) => createHmac('sha256', token).update(username).digest('hex');

/** Returns their ids by username. */
async function createUsers(users) {
  const ids = new Map();
  for (const user of users) {
    const body = { ...user, password: passwordOf(user.username), confirm: false };
    const { id } = await create('users', `user ${user.username}`, '/api/v3/users', { body });
    ids.set(user.username, id);
  }
  return ids;
}

/** Also of users that the file does not create. */
async function idOf(username, ids) {
  if (!ids.has(username)) {
    current = `user ${username}`;
    const params = { query: { username } };
    const [user] = await whenAllowed(() => clientAs().GET('/api/v3/users', { params }));
    if (!user) throw new Error('there is no such user');
    ids.set(username, user.id);
  }
  return ids.get(username);
}

async function createProject({ owner, members = [], issues = [], ...body }, ids) {
  const name = `project ${owner}/${body.path ?? body.name}`;
  const { id } = await create('projects', name, '/api/v3/projects', { author: owner, body });
  const params = { path: { id } };
  for (const { username, access_level } of members) {
    const member = { user_id: await idOf(username, ids), access_level };
    const path = '/api/v3/projects/{id}/members';
    await create('members', `member ${username} of ${name}`, path, { params, body: member });
  }
  for (const [n, issue] of issues.entries())
    await createIssue(issue, `issue ${n + 1} of ${name}`, params.path.id);
}

async function createIssue({ author, notes = [], closed = false, ...body }, name, id) {
  const path = { id };
  const issue = await create('issues', name, '/api/v3/projects/{id}/issues', {
    ...{ author, body, params: { path } },
  });
  const params = { path: { ...path, issue_id: issue.id } };
  for (const [n, { author: writer, ...note }] of notes.entries())
    await create(
      'notes',
      `note ${n + 1} of ${name}`,
      '/api/v3/projects/{id}/issues/{issue_id}/notes',
      { author: writer, params, body: note },
    );
  if (!closed) return;
  current = name;
  const close = { params, body: { state_event: 'close' } };
  await whenAllowed(() => clientAs(author).PUT('/api/v3/projects/{id}/issues/{issue_id}', close));
}

try {
  if (!token) throw new Error('set FORGENOTE_TOKEN to the private token of an administrator');
  // Without the byte order mark that editors on Windows write first: JSON cannot begin with it.
  const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(process.argv[2]));
  const { users = [], projects = [] } = JSON.parse(text);
  const ids = await createUsers(users);
  for (const project of projects) await createProject(project, ids);
  console.log(
    Object.entries(created)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', '),
  );
} catch (error) {
  console.error(`${current}: ${error.message}`);
  process.exitCode = 1;
}
