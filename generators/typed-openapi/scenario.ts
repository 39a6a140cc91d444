import { play, type Failure } from '../steps.js';
import { createApiClient, type Schemas } from './generated/api.js';

class Failed extends Error {
  constructor(readonly failure: Failure) {
    super(JSON.stringify(failure));
  }
}

async function failureOf(request: Promise<unknown>): Promise<Failure> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failed)) throw new Error('The request did not fail');
  return error.failure;
}

await play((url, token) => {
  const api = createApiClient(
    {
      async fetch(input) {
        const headers = new Headers(input.parameters?.header as Record<string, string> | undefined);
        if (token !== undefined) headers.set('PRIVATE-TOKEN', token);
        const body = input.parameters?.body;
        if (body !== undefined) headers.set('Content-Type', 'application/json');
        const target = new URL(input.url);
        if (input.urlSearchParams) target.search = input.urlSearchParams.toString();
        const response = await fetch(target, {
          method: input.method.toUpperCase(),
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        if (response.ok) return response;
        const { message } = (await response.json()) as Schemas.ErrorResponse;
        throw new Failed({ status: response.status, message });
      },
    },
    url,
  );
  // The type asks for the headers of each operation, even if all of them are optional.
  const header = {};
  return {
    async signIn(login, password) {
      return (await api.post('/api/v3/session', { body: { login, password } })).private_token;
    },
    async listUsers(page, per_page) {
      const users = await api.get('/api/v3/users', { query: { page, per_page }, header });
      return users.map(({ username }) => username);
    },
    async createUser(body) {
      const { id, email, bio } = await api.post('/api/v3/users', { body, header });
      return { id, email, bio };
    },
    async getUser(id) {
      const user = await api.get('/api/v3/users/{id}', { path: { id }, header });
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const project = await api.post('/api/v3/projects', { body: { name }, header });
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const body = { title, assignee_id: null };
      const issue = await api.post('/api/v3/projects/{id}/issues', { path: { id }, body, header });
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issue_id, body) {
      const made = await api.post('/api/v3/projects/{id}/issues/{issue_id}/notes', {
        path: { id, issue_id },
        body: { body },
        header,
      });
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf(api.get('/api/v3/projects/{id}', { path: { id }, header }));
    },
    async createProjectWithBlankName() {
      return failureOf(api.post('/api/v3/projects', { body: { name: ' ' }, header }));
    },
    async getCurrentUser(sudo) {
      const user = await api.get('/api/v3/user', { header: { Sudo: sudo } });
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      return (await api.post('/api/v3/user/keys', { body: { title, key }, header })).id;
    },
    async findKey(fingerprint) {
      return (await api.get('/api/v3/keys', { query: { fingerprint }, header })).user.username;
    },
    async deleteKey(id) {
      // With the response, because the type of the body alone leaves out null.
      const given = { path: { id }, header, withResponse: true } as const;
      const answer = await api.delete('/api/v3/user/keys/{id}', given);
      return answer.status === 200 ? (answer.data?.title ?? null) : null;
    },
    async deleteUser(id) {
      const given = { path: { id }, query: {}, header, withResponse: true } as const;
      const answer = await api.delete('/api/v3/users/{id}', given);
      return answer.status === 200 ? (answer.data?.username ?? null) : null;
    },
  };
});
