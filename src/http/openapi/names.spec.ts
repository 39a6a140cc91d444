import { operationId } from './names.js';

const get = { method: 'get', handler: 'get' } as const;

describe('operationId', () => {
  it.each([
    ['/api/v3/users', 'listUsers'],
    ['/api/v3/users/:id/events', 'listUserEvents'],
    ['/api/v3/user/keys', 'listCurrentUserKeys'],
    ['/api/v3/projects', 'listProjects'],
    ['/api/v3/projects/visible', 'listVisibleProjects'],
    ['/api/v3/projects/:id/issues', 'listProjectIssues'],
    ['/api/v3/projects/:id/issues/:issue_id/notes', 'listIssueNotes'],
    ['/api/v3/projects/:id/issues/:issue_id/notes/:note_id/award_emoji', 'listIssueNoteAwardEmoji'],
  ])('derives the id of the list %s', (path, name) => {
    expect(operationId({ ...get, path }, true)).toBe(name);
  });

  it.each([
    ['/health', 'getHealth'],
    ['/health/ready', 'getHealthReady'],
    ['/api/v3/user', 'getCurrentUser'],
    ['/api/v3/users/:id', 'getUser'],
    ['/api/v3/users/:uid/keys/:id', 'getUserKey'],
    ['/api/v3/projects/:id', 'getProject'],
    ['/api/v3/projects/:id/snippets/:snippet_id/raw', 'getSnippetRaw'],
    ['/api/v3/projects/:id/merge_requests/:id/notes/:note_id', 'getMergeRequestNote'],
  ])('derives the id of the single resource %s', (path, name) => {
    expect(operationId({ ...get, path }, false)).toBe(name);
  });

  it.each([
    ['post', '/api/v3/users', 'create', 'createUser'],
    ['post', '/api/v3/session', 'create', 'createSession'],
    ['post', '/api/v3/projects/:id/push_events', 'create', 'createProjectPushEvent'],
    ['post', '/api/v3/projects/:id/issues/:issue_id/award_emoji', 'give', 'createIssueAwardEmoji'],
    ['put', '/api/v3/users/:id', 'update', 'updateUser'],
    ['put', '/api/v3/users/:id/block', 'block', 'blockUser'],
    ['post', '/api/v3/users/:id/block', 'blockByPost', 'blockUser'],
    ['delete', '/api/v3/user/keys/:id', 'remove', 'deleteCurrentUserKey'],
  ] as const)('names %s %s', (method, path, handler, name) => {
    expect(operationId({ method, path, handler }, false)).toBe(name);
  });
});
