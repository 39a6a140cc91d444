import { play, type Failure } from '../steps.js';
import { Api, type ErrorResponse, type HttpResponse } from './generated/api.js';

async function failureOf<Data>(
  request: Promise<HttpResponse<Data, ErrorResponse>>,
): Promise<Failure> {
  const { status, error } = await request.catch(
    (reason: HttpResponse<Data, ErrorResponse>) => reason,
  );
  return { status, message: error.message };
}

await play((baseUrl, token) => {
  const headers: Record<string, string> = token === undefined ? {} : { 'PRIVATE-TOKEN': token };
  const { api } = new Api({ baseUrl, baseApiParams: { headers, format: 'json' } });
  return {
    async signIn(login, password) {
      return (await api.createSession({ login, password })).data.private_token;
    },
    async listUsers(page, per_page) {
      return (await api.listUsers({ page, per_page })).data.map(({ username }) => username);
    },
    async createUser(user) {
      const { id, email, bio } = (await api.createUser(user)).data;
      return { id, email, bio };
    },
    async getUser(id) {
      const user = (await api.getUser(id)).data;
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const project = (await api.createProject({ name })).data;
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const issue = (await api.createProjectIssue(id, { title, assignee_id: null })).data;
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issue, body) {
      const made = (await api.createIssueNote(id, issue, { body })).data;
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf(api.getProject(id));
    },
    async createProjectWithBlankName() {
      return failureOf(api.createProject({ name: ' ' }));
    },
    async getCurrentUser(sudo) {
      const user = (await api.getCurrentUser({ headers: { Sudo: sudo } })).data;
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      return (await api.createCurrentUserKey({ title, key })).data.id;
    },
    async findKey(fingerprint) {
      return (await api.getKeyByFingerprint({ fingerprint })).data.user.username;
    },
    async deleteKey(id) {
      return (await api.deleteCurrentUserKey(id)).data?.title ?? null;
    },
    async deleteUser(id) {
      return (await api.deleteUser(id)).data?.username ?? null;
    },
  };
});
