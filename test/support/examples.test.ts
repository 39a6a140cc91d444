import { differences, problemsOf, readPage } from './examples.js';

const page = (blocks: string) => `\`$TOKEN\` is the private token of \`ada\`.\n\n${blocks}`;

describe('the reader of the pages', () => {
  it('finds the examples and their expected output', () => {
    const text = page('```sh\ncurl 1\n```\n\n```json\n{}\n```\n\n```sh status=409\ncurl 2\n```\n');
    expect(readPage(text)).toEqual({
      person: 'ada',
      examples: [
        { script: 'curl 1\n', line: 4, shown: { kind: 'json', text: '{}\n' } },
        { script: 'curl 2\n', line: 12, status: 409 },
      ],
    });
  });

  it.each([
    ['no person', '# Page'],
    ['an answer to nothing', page('```json\n{}\n```\n')],
    ['a second answer', page('```sh\ncurl\n```\n```json\n1\n```\n```json\n2\n```\n')],
    ['a block of another kind', page('```sh\ncurl\n```\n```js\n1\n```\n')],
  ])('refuses a page with %s', (_, text) => {
    expect(() => readPage(text)).toThrow();
  });
});

describe('the comparison of an example with its outcome', () => {
  const success = { stdout: '{"a":1}\n', stderr: '200\n', code: 0 };
  const refusal = { stdout: '{}\n', stderr: 'curl: (22)\n409\n', code: 22 };
  const example = { script: '', line: 1 };

  it('expects success or the status on the page', () => {
    expect(problemsOf(example, success)).toEqual([]);
    expect(problemsOf(example, refusal)).not.toEqual([]);
    expect(problemsOf({ ...example, status: 409 }, refusal)).toEqual([]);
    expect(problemsOf({ ...example, status: 404 }, refusal)).not.toEqual([]);
    expect(problemsOf({ ...example, status: 409 }, success)).not.toEqual([]);
  });

  it('expects the response on the page', () => {
    const shows = (text: string) => ({ ...example, shown: { kind: 'json' as const, text } });
    expect(problemsOf(shows('{ "a": 1 }'), success)).toEqual([]);
    expect(problemsOf(shows('{ "a": 2 }'), success)).toEqual(['$.a is 1']);
  });

  it.each([
    ['an id', { id: 1, user_id: 2 }, { id: 3, user_id: 4 }],
    ['a time', ['2026-01-31T12:00:00.000Z'], ['1947-09-09T15:45:00.000Z']],
    ['a token', { private_token: 'a' }, { private_token: 'b' }],
    ['the end of a list', [1], [1, 2]],
  ])('ignores a difference in %s', (_, shown, answered) => {
    expect(differences(shown, answered, '$')).toEqual([]);
  });

  it.each([
    ['a field too many', { a: 1 }, { a: 1, b: 2 }, '$.b is not shown'],
    ['a field too few', { a: 1, b: 2 }, { a: 1 }, '$.b is not answered'],
    ['another value', { a: [{ b: 'x' }] }, { a: [{ b: 'y' }] }, '$.a[0].b is "y"'],
    ['no id', { id: 1 }, { id: null }, '$.id is null'],
    ['a shorter list', [1, 2], [1], '$ has 1 items'],
    ['a list that is not empty', [], [1], '$ has 1 items'],
  ])('finds %s', (_, shown, answered, problem) => {
    expect(differences(shown, answered, '$')).toEqual([problem]);
  });
});
