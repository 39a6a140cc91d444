import { readFileSync } from 'node:fs';
import { isAxiosError } from 'axios';
import { OpenAPIClientAxios, type Document } from 'openapi-client-axios';
import { play, type Failure } from '../steps.js';
import type { Client, Components } from './generated/client.js';

const definition = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;

async function failureOf(request: Promise<unknown>): Promise<Failure> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isAxiosError<Components.Schemas.ErrorResponse>(error) || !error.response)
    throw new Error('The request did not fail');
  return { status: error.response.status, message: error.response.data.message };
}

await play((baseURL, token) => {
  const headers = token === undefined ? {} : { 'PRIVATE-TOKEN': token };
  const axiosConfigDefaults = { baseURL, headers };
  const ready = new OpenAPIClientAxios({ definition, axiosConfigDefaults }).init<Client>();
  return {
    async signIn(login, password) {
      const api = await ready;
      return (await api.createSession(null, { login, password })).data.private_token;
    },
    async listUsers(page, per_page) {
      const { data } = await (await ready).listUsers({ page, per_page });
      return data.map(({ username }) => username);
    },
    async createUser(user) {
      const { id, email, bio } = (await (await ready).createUser(null, user)).data;
      return { id, email, bio };
    },
    async getUser(id) {
      const user = (await (await ready).getUser({ id })).data;
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const project = (await (await ready).createProject(null, { name })).data;
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const body = { title, assignee_id: null };
      const issue = (await (await ready).createProjectIssue({ id }, body)).data;
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issue_id, body) {
      const made = (await (await ready).createIssueNote({ id, issue_id }, { body })).data;
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf((await ready).getProject({ id }));
    },
    async createProjectWithBlankName() {
      return failureOf((await ready).createProject(null, { name: ' ' }));
    },
    async getCurrentUser(sudo) {
      const user = (await (await ready).getCurrentUser({ Sudo: sudo })).data;
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      return (await (await ready).createCurrentUserKey(null, { title, key })).data.id;
    },
    async findKey(fingerprint) {
      return (await (await ready).getKeyByFingerprint({ fingerprint })).data.user.username;
    },
    async deleteKey(id) {
      return (await (await ready).deleteCurrentUserKey({ id })).data?.title ?? null;
    },
    async deleteUser(id) {
      return (await (await ready).deleteUser({ id })).data?.username ?? null;
    },
  };
});
