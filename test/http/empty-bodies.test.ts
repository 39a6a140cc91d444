import { startForge, type Forge } from '../support/app.js';
import { requestText, sendRaw } from '../support/raw.js';
import type { Resource, SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let issue: Resource;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
});
afterAll(() => forge.close());

const BODY_IS_MISSING = [400, { message: { body: ['is missing'] } }];
type Headers = Record<string, string | number>;

/** Sends exactly these bytes, because HTTP clients would add or drop headers. */
async function request(line: string, headers: Headers = {}, body = '') {
  const [method = '', path = ''] = line.split(' ');
  const all = { 'PRIVATE-TOKEN': ada.token, ...headers };
  return sendRaw(forge.url, requestText(`${method} /api/v3${path}`, all, body));
}
const statusAndBody = async (answer: ReturnType<typeof request>) => {
  const { status, body } = await answer;
  return [status, body];
};

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

describe.each<[string, Headers, string]>([
  ['no type and no body', {}, ''],
  ['no type and the length 0', { 'Content-Length': 0 }, ''],
  ['a JSON type and no body', JSON_TYPE, ''],
  ['a JSON type and the length 0', { ...JSON_TYPE, 'Content-Length': 0 }, ''],
  ['a JSON type and white space', JSON_TYPE, ' \r\n'],
  ['a JSON type and {}', JSON_TYPE, '{}'],
  ['a JSON type and null', JSON_TYPE, 'null'],
  ['a form type and no body', FORM_TYPE, ''],
  ['a form type and the length 0', { ...FORM_TYPE, 'Content-Length': 0 }, ''],
  ['a multipart type without a boundary', { 'Content-Type': 'multipart/form-data' }, ''],
  ['a multipart type', { 'Content-Type': 'multipart/form-data; boundary=x' }, ''],
  ['another type', { 'Content-Type': 'text/plain' }, ''],
  ['an empty type', { 'Content-Type': '' }, ''],
])('a request with %s', (_, headers, body) => {
  it('deletes a note', async () => {
    const { at } = await forge.seed.note(issue, ada);
    expect((await request(`DELETE ${at}`, headers, body)).status).toBe(200);
    expect((await request(`GET ${at}`)).status).toBe(404);
  });

  it('reads a user', async () => {
    expect((await request('GET /user', headers, body)).status).toBe(200);
  });

  it('returns 400 for POST and PUT without their parameters', async () => {
    const { at } = await forge.seed.note(issue, ada);
    expect(await statusAndBody(request(`PUT ${at}`, headers, body))).toEqual(BODY_IS_MISSING);
    const notes = `${issue.at}/notes`;
    expect(await statusAndBody(request(`POST ${notes}`, headers, body))).toEqual(BODY_IS_MISSING);
    expect((await request(`POST ${notes}?body=x`, headers, body)).status).toBe(201);
  });
});

describe('a body in chunks', () => {
  it.each<[string, Headers]>([
    ['no type', {}],
    ['a JSON type', JSON_TYPE],
    ['a form type', FORM_TYPE],
    ['another type', { 'Content-Type': 'text/plain' }],
  ])('can be empty with %s', async (_, type) => {
    const { at } = await forge.seed.note(issue, ada);
    const bytes = requestText(
      `DELETE /api/v3${at}`,
      { 'PRIVATE-TOKEN': ada.token, ...CHUNKED, ...type },
      '0\r\n\r\n',
    ).replace(/Content-Length: \d+\r\n/, '');
    expect((await sendRaw(forge.url, bytes)).status).toBe(200);
  });

  it('is read like any other', async () => {
    const head = { 'PRIVATE-TOKEN': ada.token, ...CHUNKED, ...JSON_TYPE };
    const chunks = '4\r\n{"bo\r\n8\r\ndy":"x"}\r\n0\r\n\r\n';
    const bytes = requestText(`POST /api/v3${issue.at}/notes`, head, chunks);
    const { status, body } = await sendRaw(forge.url, bytes.replace(/Content-Length: \d+\r\n/, ''));
    expect([status, body]).toEqual([201, expect.objectContaining({ body: 'x' })]);
  });
});

describe('the body of a GET', () => {
  it.each<[string, Headers, string]>([
    ['parameters', JSON_TYPE, '{"per_page":1,"page":"nonsense"}'],
    ['a token', JSON_TYPE, '{"private_token":"wrong"}'],
    ['sudo', FORM_TYPE, 'sudo=1'],
    ['broken JSON', JSON_TYPE, '{"broken'],
    ['an unknown type', { 'Content-Type': 'text/plain' }, 'x'],
    ['more than the limit', JSON_TYPE, 'x'.repeat(2 << 20)],
  ])('is ignored: %s', async (_, headers, body) => {
    const { status, body: users } = await request('GET /users', headers, body);
    expect([status, users]).toEqual([200, [expect.anything(), expect.anything()]]);
  });
});

describe('a URL', () => {
  it.each(['/user', '/user?', '/user/', '/user/?', '/user?&', '/user?=', '/user?x', '/user/?x=1'])(
    'can end in a slash, a question mark or an empty parameter: %s',
    async (path) => {
      expect((await request(`GET ${path}`)).status).toBe(200);
    },
  );

  it.each(['?', '/', '/?'])('can end in %s in requests that write', async (end) => {
    const { status } = await request(`POST ${issue.at}/notes${end}`, JSON_TYPE, '{"body":"x"}');
    expect(status).toBe(201);
    const { at } = await forge.seed.note(issue, ada);
    expect((await request(`PUT ${at}${end}`, JSON_TYPE, '{"body":"y"}')).status).toBe(200);
    expect((await request(`DELETE ${at}${end}`)).status).toBe(200);
  });

  it('can be absolute, with the host of the service', async () => {
    const bytes = requestText(`GET ${forge.url}/api/v3/user`, { 'PRIVATE-TOKEN': ada.token });
    const { status, body } = await sendRaw(forge.url, bytes);
    expect([status, body]).toMatchObject([200, { web_url: `${forge.url}/${ada.username}` }]);
  });
});
