import { isDeepStrictEqual } from 'node:util';
import { play, type Failure } from '../steps.js';
import * as api from './generated/api.js';
import * as zod from './generated/zod.js';

/** The response, after a parser has seen it. It must not drop fields. */
function parsed<Value>(schema: { parse(value: unknown): unknown }, value: Value): Value {
  const read = schema.parse(value);
  if (!isDeepStrictEqual(read, value)) throw new Error(`Lost fields: ${JSON.stringify(read)}`);
  return value;
}

function failureOf({ status, data }: { status: number; data: unknown }): Failure {
  const isError = (one: unknown): one is api.ErrorResponse =>
    typeof one === 'object' && one !== null && 'message' in one;
  if (!isError(data)) throw new Error('The request did not fail');
  return { status, message: data.message };
}

const unexpected = ({ status, data }: { status: number; data: unknown }): Error =>
  new Error(`${status} ${JSON.stringify(data)}`);

// The generated functions send their requests to paths.
const send = globalThis.fetch;
let service: { url: string; token?: string } = { url: '' };
globalThis.fetch = (path, options) => {
  const headers = new Headers(options?.headers);
  if (service.token !== undefined) headers.set('PRIVATE-TOKEN', service.token);
  return send(`${service.url}${String(path)}`, { ...options, headers });
};

await play((url, token) => {
  const use = () => {
    service = token === undefined ? { url } : { url, token };
  };
  return {
    async signIn(login, password) {
      use();
      const answer = await api.createSession(zod.createSessionBody.parse({ login, password }));
      if (answer.status !== 201) throw unexpected(answer);
      return answer.data.private_token;
    },
    async listUsers(page, per_page) {
      use();
      const answer = await api.listUsers({ page, per_page });
      if (answer.status !== 200) throw unexpected(answer);
      return parsed(zod.listUsersResponse, answer.data).map(({ username }) => username);
    },
    async createUser(user) {
      use();
      const answer = await api.createUser(user);
      if (answer.status !== 201) throw unexpected(answer);
      const { id, email, bio } = answer.data;
      return { id, email, bio };
    },
    async getUser(id) {
      use();
      const answer = await api.getUser(id);
      if (answer.status !== 200) throw unexpected(answer);
      const user = parsed(zod.getUserResponse, answer.data);
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      use();
      const answer = await api.createProject({ name });
      if (answer.status !== 201) throw unexpected(answer);
      const { id, visibility_level: level, description } = answer.data;
      return { id, level, description };
    },
    async createIssue(project, title) {
      use();
      const answer = await api.createProjectIssue(project, { title, assignee_id: null });
      if (answer.status !== 201) throw unexpected(answer);
      return { id: answer.data.id, assignee: answer.data.assignee?.username ?? null };
    },
    async createNote(project, issue, body) {
      use();
      const answer = await api.createIssueNote(project, issue, { body });
      if (answer.status !== 201) throw unexpected(answer);
      const made = answer.data;
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      use();
      return failureOf(await api.getProject(id));
    },
    async createProjectWithBlankName() {
      use();
      return failureOf(await api.createProject({ name: ' ' }));
    },
    async getCurrentUser(sudo) {
      use();
      const answer = await api.getCurrentUser({ headers: { Sudo: sudo } });
      if (answer.status !== 200) throw unexpected(answer);
      const user = parsed(zod.getCurrentUserResponse, answer.data);
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      use();
      const answer = await api.createCurrentUserKey({ title, key });
      if (answer.status !== 201) throw unexpected(answer);
      return answer.data.id;
    },
    async findKey(fingerprint) {
      use();
      const answer = await api.getKeyByFingerprint({ fingerprint });
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.user.username;
    },
    async deleteKey(id) {
      use();
      const answer = await api.deleteCurrentUserKey(id);
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data?.title ?? null;
    },
    async deleteUser(id) {
      use();
      const answer = await api.deleteUser(id);
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data?.username ?? null;
    },
  };
});
