import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let ada: SeededUser;
let issue: Resource;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
});
afterAll(() => forge.close());

const send = (text: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  ada.client.type(type).post<{ body: string; system: boolean }>(`${issue.at}/notes`, text);
const malformed = (what: string) => answered(400, { message: `400 Bad Request - ${what}` });

describe('a JSON body', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/vnd.api+json',
  ])('is read under the type %s', async (type) => {
    expect((await send('{"body":"x"}', type)).status).toBe(201);
  });

  it('can begin with a byte order mark', async () => {
    expect((await send('\uFEFF{"body":"x"}')).status).toBe(201);
  });

  it('keeps text of any script unchanged', async () => {
    const text = 'Grüße, 你好, 🎉\t\r\n "\\ </script> \u2028 e\u0301';
    const { body } = await send(JSON.stringify({ body: text }));
    expect(body.body).toBe(text);
  });

  it.each([
    '{"body":',
    '{body:1}',
    "{'body':'x'}",
    '{"body":"x"}}',
    'body=x',
    '\uFFFD',
    '{"a":1,}',
  ])('returns 400 if it is malformed: %s', async (text) => {
    expect(await send(text)).toEqual(malformed('the body is not valid JSON'));
  });

  it.each(['[]', '[{"body":"x"}]', '"body"', '1', 'true'])(
    'returns 400 if it is not an object: %s',
    async (text) => {
      expect(await send(text)).toEqual(malformed('the body must be a JSON object'));
    },
  );

  it.each([
    ['a byte no UTF-8 has', [0xff]],
    ['half a character', [0xc3]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('returns 400 if it is not UTF-8: %s', async (_, bytes) => {
    const text = Uint8Array.from([...Buffer.from('{"body":"'), ...bytes, ...Buffer.from('"}')]);
    expect(await send(text)).toEqual(malformed('the body is not valid UTF-8'));
  });

  it('returns 400 for an escaped lone surrogate, which has no UTF-8', async () => {
    expect(await send('{"body":"\\ud83d"}')).toEqual(
      answered(400, { message: { body: ['is invalid'] } }),
    );
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('can nest %s up to 64 levels', async (_, open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
    expect(await send(`{"body":${nested(63)}}`)).toEqual(
      answered(400, { message: { body: ['is invalid'] } }),
    );
    expect((await send(`{"body":"x","other":${nested(63)}}`)).status).toBe(201);
    expect(await send(`{"body":"x","other":${nested(64)}}`)).toEqual(
      malformed('the JSON has more than 64 levels'),
    );
    expect(await send(open.repeat(200_000))).toEqual(malformed('the JSON has more than 64 levels'));
  });

  it('can have up to 10,000 values', async () => {
    const list = (count: number) => JSON.stringify({ body: 'x', other: Array(count).fill(1) });
    expect((await send(list(9_998))).status).toBe(201);
    expect(await send(list(9_999))).toEqual(malformed('the JSON has more than 10000 values'));
  });

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'])(
    'can have the key %s like any other',
    async (key) => {
      const { status, body } = await send(`{"body":"x","${key}":{"system":true,"body":"y"}}`);
      expect([status, body.body, body.system]).toEqual([201, 'x', false]);
      expect(({} as { system?: boolean }).system).toBeUndefined();
    },
  );

  it('uses the last of two values of one key', async () => {
    expect((await send('{"body":"x","body":"y"}')).body.body).toBe('y');
  });

  it('returns 415 without a content type', async () => {
    const { status, body } = await send('{"body":"x"}', '');
    expect([status, body]).toEqual([
      415,
      {
        message:
          '415 Unsupported Media Type - send application/json, application/x-www-form-urlencoded or multipart/form-data',
      },
    ]);
  });

  it.each(['text/plain', 'text/json', 'application/xml', 'application/octet-stream', 'nonsense'])(
    'returns 415 under the type %s',
    async (type) => {
      expect((await send('{"body":"x"}', type)).status).toBe(415);
    },
  );
});
