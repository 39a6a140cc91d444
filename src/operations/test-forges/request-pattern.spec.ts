import { compilePattern } from './request-pattern.js';

const matches = (on: string, path: string) =>
  compilePattern(on)({ method: 'GET', path, sentPath: path });

describe('a pattern of requests', () => {
  it.each([
    ['GET /users', '/api/v3/users', true],
    ['GET /users', '/api/v3/users/1', false],
    ['GET /users/:id', '/api/v3/users/1', true],
    ['GET /users/{id}', '/api/v3/users/1', true],
    ['GET /users/:id', '/api/v3/users/', false],
    ['GET /users/:id', '/api/v3/users/1/keys', false],
    ['GET /:a/:b', '/api/v3/users/1', true],
    ['GET /u:a:b', '/api/v3/users', true],
    ['GET /u:a:b', '/api/v3/us', false],
    ['GET /...', '/api/v3/users', true],
    ['GET /...', '/health', true],
    ['GET /...notes', '/api/v3/projects/1/issues/1/notes', true],
    ['GET /...notes...', '/api/v3/projects/1/issues/1/notes', true],
    ['GET /...notes', '/api/v3/projects/1/issues/1/notes/1', false],
    ['GET /...notes/:id', '/api/v3/projects/1/snippets/notes/notes/1', true],
    ['GET /...a...b:c', '/api/v3/xaxbxb', true],
    ['GET /...a...b:c', '/api/v3/xaxb', false],
    ['GET /api/v3/users', '/api/v3/users', true],
    ['GET /a.b+(c)', '/a.b+(c)', true],
    ['GET /a.b', '/axb', false],
    ['* /users', '/api/v3/users', true],
    ['POST /users', '/api/v3/users', false],
  ])('%s matches GET %s: %s', (on, path, expected) => {
    expect(matches(on, path)).toBe(expected);
  });

  // A matcher that goes back would not end.
  it.each([
    ['...a', 100],
    ['...', 10_000],
    [':name', 100],
    ['...:name', 100],
    [':name-', 100],
  ])('with many %s does not block the forge for a long path', (wildcard, times) => {
    const path = `/${'a-'.repeat(4_000)}`;
    expect(matches(`GET /${wildcard.repeat(times)}!`, path)).toBe(false);
  });
});
