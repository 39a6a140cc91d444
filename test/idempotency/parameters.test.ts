import { ROOT, startForge, type Forge } from '../support/app.js';
import { everyRow } from '../support/internals.js';
import { requestText, sendRaw } from '../support/raw.js';
import { anIssue, newKey, REPLAYED, REUSED, send, storedRows } from './keyed.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
function multipart(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

describe('a key with other parameters', () => {
  it.each([
    ['another body', '', { body: 'Other' }],
    ['another type', '', { body: 1 }],
    ['one parameter more', '', { body: 'Once', created_at: '2020-01-01' }],
    ['an unknown parameter', '', { body: 'Once', colour: 'red' }],
    ['a parameter in the query', '?created_at=2020-01-01', { body: 'Once' }],
    ['no parameters', '', undefined],
    ['another form', '', form({ body: 'Other' })],
    ['another multipart form', '', multipart({ body: 'Other' })],
  ])('returns 422 and creates nothing: %s', async (_, query, other) => {
    const { author, path, post, notes } = await anIssue(forge);
    const key = newKey();
    expect(await post(key)).toMatchObject({ status: 201 });
    const rows = await everyRow(forge);
    const answer = await send(forge, { token: author.token, key }, path + query, other);
    expect(answer).toMatchObject({ status: 422, body: REUSED, isReplay: false });
    expect(await everyRow(forge)).toEqual(rows);
    expect(await notes()).toHaveLength(1);
    expect(await post(key)).toMatchObject(REPLAYED);
  });

  it('returns 422 for another resource in the path', async () => {
    const { author, issue, post } = await anIssue(forge);
    const project = { id: 0, at: issue.at.replace(/\/issues.*/, '') };
    const other = await forge.seed.issue(project, author);
    const key = newKey();
    await post(key);
    const caller = { token: author.token, key };
    const answer = await send(forge, caller, `${other.at}/notes`, { body: 'Once' });
    expect(answer).toMatchObject({ status: 422, body: REUSED });
  });

  it('compares the fields of objects in lists', async () => {
    const { author, issue } = await anIssue(forge);
    const path = issue.at.replace(/\/issues.*/, '/push_events');
    const push = (message: string) => ({
      ...{ before: '0'.repeat(40), after: 'a'.repeat(40), ref: 'refs/heads/x' },
      commits: [{ message, id: 'a'.repeat(40), author: { name: 'A', email: 'a@example.com' } }],
    });
    const caller = { token: author.token, key: newKey() };
    expect(await send(forge, caller, path, push('One'))).toMatchObject({ status: 201 });
    expect(await send(forge, caller, path, push('Two'))).toMatchObject({ status: 422 });
    expect(await send(forge, caller, path, push('One'))).toMatchObject(REPLAYED);
  });
});

describe('a key with the same parameters', () => {
  const given = { title: 'Same', description: 'Text' };
  it.each([
    ['in another order', '', { description: 'Text', title: 'Same' }],
    ['as a form', '', form(given)],
    ['as a multipart form', '', multipart(given)],
    ['in the query', `?${form(given).toString()}`, undefined],
    ['in the query, where the body wins', '?title=Other', given],
  ])('returns the first response: %s', async (_, query, body) => {
    const author = await forge.seed.user();
    const path = `${(await forge.seed.project(author)).at}/issues`;
    const caller = { token: author.token, key: newKey() };
    const first = await send(forge, caller, path, given);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    const second = await send(forge, caller, path + query, body);
    expect(second).toMatchObject({ ...REPLAYED, text: first.text });
  });

  it('does not depend on how token and sudo are sent', async () => {
    const { author, path, post } = await anIssue(forge);
    const key = newKey();
    const first = await post(key);
    const token = { private_token: author.token, body: 'Once' };
    expect(await send(forge, { token: '', key }, path, token)).toMatchObject({
      ...REPLAYED,
      text: first.text,
    });
    for (const sudo of [String(author.id), author.username]) {
      const asRoot = { token: ROOT.token, key };
      expect(await send(forge, asRoot, `${path}?sudo=${sudo}`, { body: 'Once' })).toMatchObject({
        ...REPLAYED,
        text: first.text,
      });
    }
  });
});

describe('the header', () => {
  const TOO_LONG = 'is too long (maximum is 255 characters)';
  it.each([
    ['empty', '', 'is invalid'],
    ['a space inside', 'a b', 'is invalid'],
    ['a tab inside', 'a\tb', 'is invalid'],
    ['not ASCII', 'clé', 'is invalid'],
    ['a control character of Latin-1', 'a\u0080', 'is invalid'],
    ['256 characters', 'x'.repeat(256), TOO_LONG],
    ['thousands of characters', 'x'.repeat(8_000), TOO_LONG],
  ])('returns 400 and stores nothing: %s', async (_, key, problem) => {
    const { post } = await anIssue(forge);
    const rows = await everyRow(forge);
    const answer = await post(key);
    expect(answer).toMatchObject({
      status: 400,
      body: { message: { 'Idempotency-Key': [problem] } },
    });
    expect(await everyRow(forge)).toEqual(rows);
  });

  it.each([
    ['two keys', 'one', 'two'],
    ['one key twice', 'one', 'one'],
    ['a key and an empty one', 'one', ''],
  ])('returns 400 if it is given twice: %s', async (_, first, second) => {
    const { author, path, notes } = await anIssue(forge);
    const headers = {
      'PRIVATE-TOKEN': author.token,
      'Idempotency-Key': first,
      'idempotency-key': second,
      'Content-Type': 'application/json',
    };
    const text = requestText(`POST /api/v3${path}`, headers, JSON.stringify({ body: 'Once' }));
    expect(await sendRaw(forge.url, text)).toMatchObject({
      status: 400,
      body: { message: { 'Idempotency-Key': ['is invalid'] } },
    });
    expect(await notes()).toEqual([]);
  });

  it.each([
    ['one character', '!'],
    ['255 characters', '~'.repeat(255)],
    [
      'every visible character',
      String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 33 + i)),
    ],
    ['a quoted text, as in the draft standard', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ['a comma', 'one,two'],
  ])('accepts %s', async (_, key) => {
    const { author, post } = await anIssue(forge);
    const first = await post(key);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(await post(key)).toMatchObject({ ...REPLAYED, text: first.text });
    const rows = (await storedRows(forge, key)).filter(({ user_id }) => user_id === author.id);
    expect(rows).toHaveLength(1);
  });

  it('distinguishes letter case', async () => {
    const { post, notes } = await anIssue(forge);
    expect(await post('Some-Key')).toMatchObject({ status: 201, isReplay: false });
    expect(await post('some-key')).toMatchObject({ status: 201, isReplay: false });
    expect(await notes()).toHaveLength(2);
  });

  it('is checked after 401 and 403, and before 404', async () => {
    const { author, path } = await anIssue(forge);
    const bad = { key: 'x'.repeat(256) };
    const missing = '/projects/999999/issues';
    expect(await send(forge, { token: 'x', ...bad }, path)).toMatchObject({ status: 401 });
    expect(await send(forge, { token: author.token, ...bad }, '/users')).toMatchObject({
      status: 403,
    });
    expect(await send(forge, { token: author.token, ...bad }, missing)).toMatchObject({
      status: 400,
    });
  });
});
