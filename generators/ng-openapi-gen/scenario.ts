import '@angular/compiler';
import {
  HttpErrorResponse,
  provideHttpClient,
  withFetch,
  withInterceptors,
  type HttpInterceptorFn,
} from '@angular/common/http';
import {
  createEnvironmentInjector,
  Injector,
  provideZonelessChangeDetection,
  type EnvironmentInjector,
  ɵINJECTOR_SCOPE,
} from '@angular/core';
import { play, type Failure } from '../steps.js';
import { Api } from './generated/api';
import { ApiConfiguration } from './generated/api-configuration';
import * as fn from './generated/functions';
import type { ErrorResponse } from './generated/models';

async function failureOf(request: Promise<unknown>): Promise<Failure> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HttpErrorResponse)) throw new Error('The request did not fail');
  const { message } = error.error as ErrorResponse;
  return { status: error.status, message };
}

await play((rootUrl, token) => {
  const withToken: HttpInterceptorFn = (request, next) =>
    next(token === undefined ? request : request.clone({ setHeaders: { 'PRIVATE-TOKEN': token } }));
  const injector = createEnvironmentInjector(
    [
      // Without a platform: an application has this scope anyway.
      { provide: ɵINJECTOR_SCOPE, useValue: 'root' },
      provideZonelessChangeDetection(),
      provideHttpClient(withFetch(), withInterceptors([withToken])),
    ],
    Injector.NULL as EnvironmentInjector,
  );
  injector.get(ApiConfiguration).rootUrl = rootUrl;
  const api = injector.get(Api);
  return {
    async signIn(login, password) {
      const given = { body: { login, password } };
      return (await api.invoke(fn.createSession$Json, given)).private_token;
    },
    async listUsers(page, per_page) {
      const found = await api.invoke(fn.listUsers, { page, per_page });
      return found.map(({ username }) => username);
    },
    async createUser(body) {
      const { id, email, bio } = await api.invoke(fn.createUser$Json, { body });
      return { id, email, bio };
    },
    async getUser(id) {
      const user = await api.invoke(fn.getUser, { id });
      return { username: user.username, email: 'email' in user ? user.email : null };
    },
    async createProject(name) {
      const project = await api.invoke(fn.createProject$Json, { body: { name } });
      return { id: project.id, level: project.visibility_level, description: project.description };
    },
    async createIssue(id, title) {
      const body = { title, assignee_id: null };
      const issue = await api.invoke(fn.createProjectIssue$Json, { id, body });
      return { id: issue.id, assignee: issue.assignee?.username ?? null };
    },
    async createNote(id, issue_id, body) {
      const given = { id, issue_id, body: { body } };
      const made = await api.invoke(fn.createIssueNote$Json, given);
      return 'noteable_id' in made
        ? { note: made.body, author: made.author.username }
        : { award: made.name, by: made.user.username };
    },
    async getMissingProject(id) {
      return failureOf(api.invoke(fn.getProject, { id }));
    },
    async createProjectWithBlankName() {
      return failureOf(api.invoke(fn.createProject$Json, { body: { name: ' ' } }));
    },
    async getCurrentUser(sudo) {
      const user = await api.invoke(fn.getCurrentUser, { Sudo: sudo });
      return {
        username: user.username,
        token: 'private_token' in user ? user.private_token : null,
      };
    },
    async addKey(title, key) {
      return (await api.invoke(fn.createCurrentUserKey$Json, { body: { title, key } })).id;
    },
    async findKey(fingerprint) {
      return (await api.invoke(fn.getKeyByFingerprint, { fingerprint })).user.username;
    },
    async deleteKey(id) {
      return (await api.invoke(fn.deleteCurrentUserKey, { id }))?.title ?? null;
    },
    async deleteUser(id) {
      return (await api.invoke(fn.deleteUser, { id }))?.username ?? null;
    },
  };
});
