import { play, type Failure } from '../steps.js';
import { createClient } from './generated/client/index.js';
import * as api from './generated/sdk.gen.js';
import type { ErrorResponse } from './generated/types.gen.js';

interface Result<Data> {
  data: Data | undefined;
  error: ErrorResponse | undefined;
  response?: Response;
}

function dataOf<Data>({ data, error }: Result<Data>): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

function failureOf({ error, response }: Result<unknown>): Failure {
  if (!error || !response) throw new Error('The request did not fail');
  return { status: response.status, message: error.message };
}

await play((baseUrl, token) => {
  const headers = token === undefined ? {} : { 'PRIVATE-TOKEN': token };
  const client = createClient({ baseUrl, headers });
  return {
    async signIn(login, password) {
      return dataOf(await api.createSession({ client, body: { login, password } })).private_token;
    },
    async listUsers(page, per_page) {
      const users = dataOf(await api.listUsers({ client, query: { page, per_page } }));
      return users.map(({ username }) => username);
    },
    async createUser(body) {
      const { id, email, bio } = dataOf(await api.createUser({ client, body }));
      return { id, email, bio };
    },
    async getUser(id) {
      const user = dataOf(await api.getUser({ client, path: { id } }));
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const project = dataOf(await api.createProject({ client, body: { name } }));
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const body = { title, assignee_id: null };
      const issue = dataOf(await api.createProjectIssue({ client, path: { id }, body }));
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issue_id, body) {
      const path = { id, issue_id };
      const made = dataOf(await api.createIssueNote({ client, path, body: { body } }));
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf(await api.getProject({ client, path: { id } }));
    },
    async createProjectWithBlankName() {
      return failureOf(await api.createProject({ client, body: { name: ' ' } }));
    },
    async getCurrentUser(sudo) {
      const user = dataOf(await api.getCurrentUser({ client, headers: { Sudo: sudo } }));
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      return dataOf(await api.createCurrentUserKey({ client, body: { title, key } })).id;
    },
    async findKey(fingerprint) {
      return dataOf(await api.getKeyByFingerprint({ client, query: { fingerprint } })).user
        .username;
    },
    async deleteKey(id) {
      return dataOf(await api.deleteCurrentUserKey({ client, path: { id } }))?.title ?? null;
    },
    async deleteUser(id) {
      return dataOf(await api.deleteUser({ client, path: { id } }))?.username ?? null;
    },
  };
});
