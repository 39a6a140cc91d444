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

type Body = string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;
const send = (body: Body, type?: string) =>
  (type ? ada.client.type(type) : ada.client).post<{ body: string }>(`${issue.at}/notes`, body);
const malformed = (what: string) => answered(400, { message: `400 Bad Request - ${what}` });
const invalid = answered(400, { message: { body: ['is invalid'] } });
const TEXT = 'Grüße & 1+1=2\r\n你好 🎉 %41';

describe('a form', () => {
  const FORM = 'application/x-www-form-urlencoded';

  it.each([FORM, `${FORM}; charset=utf-8`, FORM.toUpperCase()])(
    'is read under the type %s',
    async (type) => {
      expect((await send('body=x', type)).body).toMatchObject({ body: 'x' });
    },
  );

  it('keeps text of any script unchanged', async () => {
    expect((await send(new URLSearchParams({ body: TEXT }))).body.body).toBe(TEXT);
    expect((await send('body=a+b%20c', FORM)).body.body).toBe('a b c');
  });

  it('reads + as a blank in values and names, and %2B as +', async () => {
    expect((await send('body=a++b%2Bc', FORM)).body.body).toBe('a  b+c');
    expect(await send('+body=x', FORM)).toEqual(
      answered(400, { message: { body: ['is missing'] } }),
    );
  });

  it('returns 400 for 1 MB of +, which are a text that is too long', async () => {
    const { status } = await send(`body=${'+'.repeat(1_000_000)}`, FORM);
    expect(status).toBe(400);
  });

  it.each(['body=%', 'body=%zz', 'body=%ff', 'body=x&%c3=y', 'body=%ed%a0%80'])(
    'returns 400 for invalid percent-encoded UTF-8: %s',
    async (text) => {
      expect(await send(text, FORM)).toEqual(malformed('the form is not percent-encoded UTF-8'));
    },
  );

  it('returns 400 for bytes that are not UTF-8', async () => {
    const bytes = Uint8Array.from([...Buffer.from('body='), 0xff]);
    expect(await send(bytes, FORM)).toEqual(malformed('the body is not valid UTF-8'));
  });

  it.each(['body[]=x', 'body[a]=x', 'body=x&body=y', 'body[__proto__]=x'])(
    'returns 400 for a list or an object instead of a text: %s',
    async (text) => {
      expect((await send(text, FORM)).status).toBe(400);
    },
  );

  it('reads two fields of one name as a list, which is an invalid text', async () => {
    expect(await send('body=x&body=y', FORM)).toEqual(invalid);
  });

  it.each(['__proto__[system]=1', 'constructor[prototype][system]=1', 'a[b][c][d][e][f][g]=1'])(
    'accepts other names: %s',
    async (text) => {
      const { status, body } = await send(`body=x&${text}`, FORM);
      expect([status, body]).toEqual([201, expect.objectContaining({ system: false })]);
    },
  );
});

describe('a multipart form', () => {
  const TYPE = 'multipart/form-data; boundary=line';
  const part = (text: string, head = 'Content-Disposition: form-data; name="body"') =>
    `--line\r\n${head}\r\n\r\n${text}\r\n--line--\r\n`;

  it('keeps text of any script unchanged', async () => {
    const form = new FormData();
    form.set('body', TEXT);
    form.set('other', 'x');
    expect((await send(form)).body.body).toBe(TEXT);
  });

  it.each([
    ['a quoted boundary', part('x'), 'multipart/form-data; boundary="line"'],
    ['a charset', part('x'), 'multipart/form-data; charset=utf-8; boundary=line'],
    ['a name without quotes', part('x', 'content-disposition: form-data; name=body'), TYPE],
    [
      'a type of the part',
      part('x', 'Content-Type: text/plain\r\nContent-Disposition: form-data; name="body"'),
      TYPE,
    ],
    ['a preamble', `preamble\r\n${part('x')}`, TYPE],
    ['an epilogue', `${part('x')}epilogue`, TYPE],
  ])('accepts %s', async (_, text, type) => {
    expect((await send(text, type)).body).toMatchObject({ body: 'x' });
  });

  it.each([['body', 'body'], ['body[]'], ['body[a]']])(
    'reads fields as a list or an object, as in other forms, which is an invalid text: %s',
    async (...names) => {
      const form = new FormData();
      for (const name of names) form.append(name, 'x');
      expect(await send(form)).toEqual(invalid);
    },
  );

  const noFiles = answered(415, {
    message: '415 Unsupported Media Type - files are not accepted, only fields',
  });

  it('returns 415 for a file', async () => {
    const form = new FormData();
    form.set('body', 'x');
    form.set('file', new Blob([new Uint8Array(1000).fill(0xff)]), 'photo.jpg');
    expect(await send(form)).toEqual(noFiles);
  });

  it('returns 415 for a file that ends too early, and goes on', async () => {
    const head = 'Content-Disposition: form-data; name="file"; filename="photo.jpg"';
    const cut = `--line\r\n${head}\r\n\r\n${'x'.repeat(200)}`;
    expect(await send(cut, TYPE)).toEqual(noFiles);
    expect((await send(part('x'), TYPE)).body).toMatchObject({ body: 'x' });
  });

  it('returns 400 for a field that is not UTF-8', async () => {
    const [before = '', after = ''] = part('?').split('?');
    const bytes = Uint8Array.from([...Buffer.from(before), 0xff, ...Buffer.from(after)]);
    expect(await send(bytes, TYPE)).toEqual(malformed('the body is not valid UTF-8'));
  });

  it('returns 400 without a boundary', async () => {
    expect(await send(part('x'), 'multipart/form-data')).toEqual(
      malformed('the multipart body has no boundary'),
    );
  });

  it.each([
    ['no delimiter', 'body=x'],
    ['no end', part('x').replace('--line--', '')],
    ['no name', part('x', 'Content-Disposition: form-data')],
    ['too many fields', `${part('x').replace('--line--\r\n', '').repeat(1001)}--line--`],
  ])('returns 400 with %s', async (_, text) => {
    expect(await send(text, TYPE)).toEqual(malformed('the multipart body cannot be read'));
  });

  it.each([
    ['disposition', part('x', 'X: y')],
    ['header', '--line\r\nx\r\n--line--\r\n'],
  ])('ignores a part without %s', async (_, text) => {
    expect(await send(text, TYPE)).toEqual(answered(400, { message: { body: ['is missing'] } }));
  });

  it('accepts a field __proto__ like any other', async () => {
    const form = new FormData();
    form.set('__proto__', 'x');
    form.set('body', 'y');
    expect((await send(form)).status).toBe(201);
  });
});
