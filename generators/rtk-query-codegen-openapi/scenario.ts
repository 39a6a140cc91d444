import { configureStore } from '@reduxjs/toolkit';
import { play, type Failure } from '../steps.js';
import { service } from './api.js';
import { forgenote, type ErrorResponse } from './generated.js';

const { endpoints } = forgenote;

async function failureOf(request: Promise<unknown>): Promise<Failure> {
  const isError = (one: unknown): one is { status: number; data: ErrorResponse } =>
    typeof one === 'object' && one !== null && 'status' in one && 'data' in one;
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isError(error)) throw new Error('The request did not fail');
  return { status: error.status, message: error.data.message };
}

await play((url, token) => {
  const store = configureStore({
    reducer: { [forgenote.reducerPath]: forgenote.reducer },
    middleware: (defaults) => defaults().concat(forgenote.middleware),
  });
  const use = () => {
    Object.assign(service, { url, token });
    store.dispatch(forgenote.util.resetApiState());
    return store.dispatch;
  };
  return {
    async signIn(login, password) {
      const sent = use()(endpoints.createSession.initiate({ sessionInput: { login, password } }));
      return (await sent.unwrap()).private_token;
    },
    async listUsers(page, perPage) {
      const users = await use()(endpoints.listUsers.initiate({ page, perPage })).unwrap();
      return users.map(({ username }) => username);
    },
    async createUser(createUserInput) {
      const sent = use()(endpoints.createUser.initiate({ createUserInput }));
      const { id, email, bio } = await sent.unwrap();
      return { id, email, bio };
    },
    async getUser(id) {
      const user = await use()(endpoints.getUser.initiate({ id })).unwrap();
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const sent = use()(endpoints.createProject.initiate({ createProjectInput: { name } }));
      const project = await sent.unwrap();
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const createIssueInput = { title, assignee_id: null };
      const sent = use()(endpoints.createProjectIssue.initiate({ id, createIssueInput }));
      const issue = await sent.unwrap();
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issueId, body) {
      const given = { id, issueId, createNoteInput: { body } };
      const made = await use()(endpoints.createIssueNote.initiate(given)).unwrap();
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf(use()(endpoints.getProject.initiate({ id })).unwrap());
    },
    async createProjectWithBlankName() {
      const given = { createProjectInput: { name: ' ' } };
      return failureOf(use()(endpoints.createProject.initiate(given)).unwrap());
    },
    async getCurrentUser(sudo) {
      const user = await use()(endpoints.getCurrentUser.initiate({ sudo })).unwrap();
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      const given = { createKeyInput: { title, key } };
      return (await use()(endpoints.createCurrentUserKey.initiate(given)).unwrap()).id;
    },
    async findKey(fingerprint) {
      const sent = use()(endpoints.getKeyByFingerprint.initiate({ fingerprint }));
      return (await sent.unwrap()).user.username;
    },
    async deleteKey(id) {
      return (await use()(endpoints.deleteCurrentUserKey.initiate({ id })).unwrap())?.title ?? null;
    },
    async deleteUser(id) {
      return (await use()(endpoints.deleteUser.initiate({ id })).unwrap())?.username ?? null;
    },
  };
});
