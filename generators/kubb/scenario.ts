import { play, type Failure } from '../steps.js';
import * as api from './generated/index.js';

await play((baseURL, token) => {
  const headers: Record<string, string> = {
    // The fetch client of kubb sends JSON without saying so.
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { 'PRIVATE-TOKEN': token }),
  };
  const config = { baseURL, headers };
  /** The fetch client of kubb does not throw for an error status; its parser does. */
  async function failureOf(path: string, body?: object): Promise<Failure> {
    const response = await fetch(baseURL + path, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { message } = api.errorResponseSchema.parse(await response.json());
    return { status: response.status, message };
  }
  return {
    async signIn(login, password) {
      return (await api.createSession({ login, password }, config)).private_token;
    },
    async listUsers(page, per_page) {
      const users = await api.listUsers({ page, per_page }, {}, config);
      return users.map(({ username }) => username);
    },
    async createUser(user) {
      const { id, email, bio } = await api.createUser(user, {}, config);
      return { id, email, bio };
    },
    async getUser(id) {
      const user = await api.getUser(id, {}, config);
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const project = await api.createProject({ name }, {}, config);
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const issue = await api.createProjectIssue(id, { title, assignee_id: null }, {}, config);
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issue, body) {
      const made = await api.createIssueNote(id, issue, { body }, {}, config);
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf(`/api/v3/projects/${id}`);
    },
    async createProjectWithBlankName() {
      return failureOf('/api/v3/projects', { name: ' ' });
    },
    async getCurrentUser(sudo) {
      const user = await api.getCurrentUser({ Sudo: sudo }, config);
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      return (await api.createCurrentUserKey({ title, key }, {}, config)).id;
    },
    async findKey(fingerprint) {
      return (await api.getKeyByFingerprint({ fingerprint }, {}, config)).user.username;
    },
    async deleteKey(id) {
      return (await api.deleteCurrentUserKey(id, {}, config))?.title ?? null;
    },
    async deleteUser(id) {
      return (await api.deleteUser(id, {}, {}, config))?.username ?? null;
    },
  };
});
