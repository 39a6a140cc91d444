import { play, type Failure } from '../steps.js';
import * as api from './generated/api.js';

const unexpected = (answer: { status: number; data?: unknown }): Error =>
  new Error(`${answer.status} ${JSON.stringify(answer.data)}`);

await play((baseUrl, token) => {
  const opts = { baseUrl, headers: token === undefined ? {} : { 'PRIVATE-TOKEN': token } };
  return {
    async signIn(login, password) {
      const answer = await api.createSession({ login, password }, opts);
      if (answer.status !== 201) throw unexpected(answer);
      return answer.data.private_token;
    },
    async listUsers(page, perPage) {
      const answer = await api.listUsers({ page, perPage }, opts);
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.map(({ username }) => username);
    },
    async createUser(user) {
      const answer = await api.createUser(user, {}, opts);
      if (answer.status !== 201) throw unexpected(answer);
      const { id, email, bio } = answer.data;
      return { id, email, bio };
    },
    async getUser(id) {
      const answer = await api.getUser(id, {}, opts);
      if (answer.status !== 200) throw unexpected(answer);
      const user = answer.data;
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const answer = await api.createProject({ name }, {}, opts);
      if (answer.status !== 201) throw unexpected(answer);
      const { id, visibility_level: level, description } = answer.data;
      return { id, level, description };
    },
    async createIssue(id, title) {
      const answer = await api.createProjectIssue(id, { title, assignee_id: null }, {}, opts);
      if (answer.status !== 201) throw unexpected(answer);
      return { id: answer.data.id, assignee: answer.data.assignee?.username ?? null };
    },
    async createNote(id, issue, body) {
      const answer = await api.createIssueNote(id, issue, { body }, {}, opts);
      if (answer.status !== 201) throw unexpected(answer);
      const made = answer.data;
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id): Promise<Failure> {
      const answer = await api.getProject(id, {}, opts);
      if (answer.status !== 404) throw unexpected(answer);
      return { status: answer.status, message: answer.data.message };
    },
    async createProjectWithBlankName(): Promise<Failure> {
      const answer = await api.createProject({ name: ' ' }, {}, opts);
      if (answer.status !== 400) throw unexpected(answer);
      return { status: answer.status, message: answer.data.message };
    },
    async getCurrentUser(sudo) {
      const answer = await api.getCurrentUser({ sudo }, opts);
      if (answer.status !== 200) throw unexpected(answer);
      const user = answer.data;
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      const answer = await api.createCurrentUserKey({ title, key }, {}, opts);
      if (answer.status !== 201) throw unexpected(answer);
      return answer.data.id;
    },
    async findKey(fingerprint) {
      const answer = await api.getKeyByFingerprint(fingerprint, {}, opts);
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data.user.username;
    },
    async deleteKey(id) {
      const answer = await api.deleteCurrentUserKey(id, {}, opts);
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data?.title ?? null;
    },
    async deleteUser(id) {
      const answer = await api.deleteUser(id, {}, opts);
      if (answer.status !== 200) throw unexpected(answer);
      return answer.data?.username ?? null;
    },
  };
});
