import createClient from 'openapi-fetch';
import { play, type Failure } from '../steps.js';
import type { components, paths } from './generated/schema.js';

type ErrorResponse = components['schemas']['ErrorResponse'];
interface Result<Data> {
  data?: Data;
  error?: ErrorResponse;
  response: Response;
}

function dataOf<Data>({ data, error }: Result<Data>): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

function failureOf({ error, response }: Result<unknown>): Failure {
  if (!error) throw new Error('The request did not fail');
  return { status: response.status, message: error.message };
}

await play((baseUrl, token) => {
  const headers = token === undefined ? {} : { 'PRIVATE-TOKEN': token };
  const client = createClient<paths>({ baseUrl, headers });
  return {
    async signIn(login, password) {
      const result = await client.POST('/api/v3/session', { body: { login, password } });
      return dataOf(result).private_token;
    },
    async listUsers(page, per_page) {
      const result = await client.GET('/api/v3/users', { params: { query: { page, per_page } } });
      return dataOf(result).map(({ username }) => username);
    },
    async createUser(body) {
      const { id, email, bio } = dataOf(await client.POST('/api/v3/users', { body }));
      return { id, email, bio };
    },
    async getUser(id) {
      const user = dataOf(await client.GET('/api/v3/users/{id}', { params: { path: { id } } }));
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const project = dataOf(await client.POST('/api/v3/projects', { body: { name } }));
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const result = await client.POST('/api/v3/projects/{id}/issues', {
        params: { path: { id } },
        body: { title, assignee_id: null },
      });
      const issue = dataOf(result);
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issue_id, body) {
      const result = await client.POST('/api/v3/projects/{id}/issues/{issue_id}/notes', {
        params: { path: { id, issue_id } },
        body: { body },
      });
      const made = dataOf(result);
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf(await client.GET('/api/v3/projects/{id}', { params: { path: { id } } }));
    },
    async createProjectWithBlankName() {
      return failureOf(await client.POST('/api/v3/projects', { body: { name: ' ' } }));
    },
    async getCurrentUser(sudo) {
      const result = await client.GET('/api/v3/user', { params: { header: { Sudo: sudo } } });
      const user = dataOf(result);
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      return dataOf(await client.POST('/api/v3/user/keys', { body: { title, key } })).id;
    },
    async findKey(fingerprint) {
      const result = await client.GET('/api/v3/keys', { params: { query: { fingerprint } } });
      return dataOf(result).user.username;
    },
    async deleteKey(id) {
      const result = await client.DELETE('/api/v3/user/keys/{id}', { params: { path: { id } } });
      return dataOf(result)?.title ?? null;
    },
    async deleteUser(id) {
      const result = await client.DELETE('/api/v3/users/{id}', { params: { path: { id } } });
      return dataOf(result)?.username ?? null;
    },
  };
});
