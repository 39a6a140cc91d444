import { LoggableError } from '../../base/log/loggable-error.js';

/** Private tokens of the sample users, by username. */
export type SampleTokens = Record<'root' | 'ada' | 'grace', string>;

export const SAMPLE_PASSWORD = 'demo-password';

/**
 * Creates users, a project and conversations through the API of an empty service. The examples in
 * docs/interface rely on the ids, which count from 1 in this order.
 */
export async function makeSampleData(api: string, root: string): Promise<SampleTokens> {
  const ada = await createUser(api, root, 'ada', 'Ada Lovelace');
  const grace = await createUser(api, root, 'grace', 'Grace Hopper');
  const [byRoot, byAda, byGrace] = [root, ada, grace].map(
    (token) => (path: string, body: object) => call(api, token, 'POST', path, body),
  ) as [Post, Post, Post];
  await byAda('/projects', {
    name: 'Analytical Engine',
    description: 'Mill and store.',
    visibility_level: 20,
  });
  await byAda('/projects/1/members', { user_id: 3, access_level: 30 });
  await byGrace('/projects/1/issues', {
    title: 'A moth in relay 70',
    description: 'First actual case of a bug being found.',
  });
  await byAda('/projects/1/issues/1/notes', { body: 'Which panel is that?' });
  await byGrace('/projects/1/issues/1/notes', { body: 'Panel F. I taped it into the log book.' });
  await byAda('/projects/1/issues/1/notes', { body: ':tada:' });
  await byAda('/projects/1/snippets', {
    title: 'Bernoulli numbers',
    file_name: 'note_g.rb',
    code: 'b = [1r]\n',
    visibility_level: 20,
  });
  await byGrace('/projects/1/snippets/1/notes', { body: 'The first program ever printed.' });
  await byGrace('/projects/1/merge_requests', {
    title: 'Carry ahead',
    source_branch: 'carry',
    target_branch: 'master',
  });
  await byAda('/projects/1/merge_requests/1/notes', { body: 'All columns at once?' });
  // An issue whose id is not its number in the project.
  await byRoot('/projects', { name: 'Relay Calculator', visibility_level: 20 });
  await byRoot('/projects/2/labels', { name: 'hardware', color: '#D9534F' });
  await byRoot('/projects/2/issues', { title: 'Replace relay 70', labels: 'hardware,relay' });
  return { root, ada, grace };
}

type Post = (path: string, body: object) => Promise<unknown>;

/** Returns the private token of the new user. */
async function createUser(
  api: string,
  root: string,
  username: string,
  name: string,
): Promise<string> {
  const email = `${username}@example.com`;
  await call(api, root, 'POST', '/users', { username, name, email, password: SAMPLE_PASSWORD });
  return (await call(api, root, 'GET', `/user?sudo=${username}`)).private_token;
}

/** Sends one request. Throws for error statuses. */
async function call(api: string, token: string, method: string, path: string, body?: object) {
  const response = await fetch(api + path, {
    method,
    headers: { 'PRIVATE-TOKEN': token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = (await response.json()) as { private_token: string };
  if (!response.ok) throw new LoggableError(`${method} ${path} returned ${response.status}`);
  return answer;
}
