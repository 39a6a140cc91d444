import { play, type Failure } from '../steps.js';
import {
  ApiError,
  IssuesService,
  KeysService,
  NotesService,
  OpenAPI,
  ProjectsService,
  SessionService,
  UsersService,
} from './generated/index.js';

async function failureOf(request: Promise<unknown>): Promise<Failure> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('The request did not fail');
  return { status: error.status, message: error.body.message };
}

await play((url, token) => {
  const use = () => {
    OpenAPI.BASE = url;
    OpenAPI.HEADERS = token === undefined ? {} : { 'PRIVATE-TOKEN': token };
  };
  return {
    async signIn(login, password) {
      use();
      return (await SessionService.createSession({ requestBody: { login, password } }))
        .private_token;
    },
    async listUsers(page, perPage) {
      use();
      return (await UsersService.listUsers({ page, perPage })).map(({ username }) => username);
    },
    async createUser(requestBody) {
      use();
      const { id, email, bio } = await UsersService.createUser({ requestBody });
      return { id, email, bio };
    },
    async getUser(id) {
      use();
      const user = await UsersService.getUser({ id });
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      use();
      const project = await ProjectsService.createProject({ requestBody: { name } });
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      use();
      const requestBody = { title, assignee_id: null };
      const issue = await IssuesService.createProjectIssue({ id, requestBody });
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issueId, body) {
      use();
      const made = await NotesService.createIssueNote({ id, issueId, requestBody: { body } });
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      use();
      return failureOf(ProjectsService.getProject({ id }));
    },
    async createProjectWithBlankName() {
      use();
      return failureOf(ProjectsService.createProject({ requestBody: { name: ' ' } }));
    },
    async getCurrentUser(sudo) {
      use();
      const user = await UsersService.getCurrentUser({ sudo });
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      use();
      return (await KeysService.createCurrentUserKey({ requestBody: { title, key } })).id;
    },
    async findKey(fingerprint) {
      use();
      return (await KeysService.getKeyByFingerprint({ fingerprint })).user.username;
    },
    async deleteKey(id) {
      use();
      return (await KeysService.deleteCurrentUserKey({ id }))?.title ?? null;
    },
    async deleteUser(id) {
      use();
      return (await UsersService.deleteUser({ id }))?.username ?? null;
    },
  };
});
