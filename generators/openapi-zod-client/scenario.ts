import { isAxiosError } from 'axios';
import { play, type Failure } from '../steps.js';
import { createApiClient, schemas } from './generated/api.js';

async function failureOf(request: Promise<unknown>): Promise<Failure> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isAxiosError(error) || !error.response) throw new Error('The request did not fail');
  const { message } = schemas.ErrorResponse.parse(error.response.data);
  return { status: error.response.status, message };
}

await play((url, token) => {
  const api = createApiClient(url, {
    // The error response has to be the one of the service, not of a check before the request.
    validate: 'response',
    axiosConfig: { headers: token === undefined ? {} : { 'PRIVATE-TOKEN': token } },
  });
  return {
    async signIn(login, password) {
      return (await api.createSession({ login, password })).private_token;
    },
    async listUsers(page, per_page) {
      const users = await api.listUsers({ queries: { page, per_page } });
      return users.map(({ username }) => username);
    },
    async createUser(user) {
      const { id, email, bio } = await api.createUser({ ...user });
      return { id, email, bio };
    },
    async getUser(id) {
      const user = await api.getUser({ params: { id } });
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const project = await api.createProject({ name });
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const body = { title, assignee_id: null };
      const issue = await api.createProjectIssue(body, { params: { id } });
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issue_id, body) {
      const made = await api.createIssueNote({ body }, { params: { id, issue_id } });
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf(api.getProject({ params: { id } }));
    },
    async createProjectWithBlankName() {
      return failureOf(api.createProject({ name: ' ' }));
    },
    async getCurrentUser(sudo) {
      const user = await api.getCurrentUser({ headers: { Sudo: sudo } });
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      return (await api.createCurrentUserKey({ title, key })).id;
    },
    async findKey(fingerprint) {
      return (await api.getKeyByFingerprint({ queries: { fingerprint } })).user.username;
    },
    async deleteKey(id) {
      return (await api.deleteCurrentUserKey(undefined, { params: { id } }))?.title ?? null;
    },
    async deleteUser(id) {
      return (await api.deleteUser(undefined, { params: { id } }))?.username ?? null;
    },
  };
});
