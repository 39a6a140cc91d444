import fc from 'fast-check';
import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('The body of a note on an issue', () => {
  let forge: Forge;
  let ada: SeededUser;
  let notes: string;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    notes = `${(await forge.seed.issue(await forge.seed.project(ada), ada)).at}/notes`;
  });
  afterAll(() => forge.close());

  interface Note {
    id: number;
    body: string;
  }
  const write = (given: object) => ada.client.post<Note>(notes, given);
  const read = async (id: number) => (await ada.client.get<Note>(`${notes}/${id}`)).body.body;

  it.each([
    ['white space around it', '  \n text \t\u00a0 '],
    ['line ends of every kind', 'a\r\nb\nc\rd\u2028e\u2029f\u0085g\r\n'],
    ['emoji, joined and with skin', 'well done 🎉 👩‍💻 👍🏽 🏳\uFE0F‍🌈'],
    ['characters that combine, not normalized', 'e\u0301 é \u1e9b\u0323 가 \u1100\u1161'],
    ['right to left, and what turns it', '\u202e עברית \u202c العربية \u2066x\u2069'],
    ['control characters', '\u0001\u0007\b\u001b[31m\u007f\u009f'],
    ['what is no character', 'a\ufffe\uffff\ufdd0\u{10ffff}'],
    ['the mark of an order of bytes', '\ufeffx\ufeff'],
    ['what looks like SQL', `'; DROP TABLE notes; -- " \\ %s ? :body $1`],
    ['what looks like markup', '<script>alert(1)</script> &amp; &lt; %3C'],
    ['what looks like JSON', '{"body":null}'],
    ['escapes', '\\u0041 \\n \\0 \\\\'],
    ['the highest of the lower plane and the lowest beyond', '\ud7ff\ue000\uffee\u{10000}'],
  ])('is returned byte for byte: %s', async (_, body) => {
    const { status, body: note } = await write({ body });
    expect([status, note.body, await read(note.id)]).toEqual([201, body, body]);
  });

  it('is returned byte for byte, for any text', async () => {
    // A word before it, so that it is neither blank nor an emoji; NUL is refused.
    const anything = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        const body = `x${text.replaceAll('\0', '')}`;
        const { body: note } = await write({ body });
        expect([note.body, await read(note.id)]).toEqual([body, body]);
      }),
      { numRuns: 100 },
    );
  });

  it('is stored as a text if it is a number', async () => {
    expect((await write({ body: 42 })).body.body).toBe('42');
  });

  it.each([
    ['ASCII', 'x'],
    ['two bytes', 'ü'],
    ['surrogate pairs', '😀'],
  ])('is accepted up to 65,536 characters of %s, then returns 400', async (_, character) => {
    const longest = character.repeat(65_536);
    const { status, body } = await write({ body: longest });
    expect([status, (await read(body.id)) === longest]).toEqual([201, true]);
    expect(await write({ body: longest + 'x' })).toEqual(
      answered(400, { message: { body: ['is too long (maximum is 65536 characters)'] } }),
    );
  });

  it.each([
    ['missing', {}, 'is missing'],
    ['empty', { body: '' }, "can't be blank"],
    ['blanks', { body: '   ' }, "can't be blank"],
    [
      'white space of every kind',
      { body: ' \t\r\n\v\f\u00a0\u2003\u2028\u3000\ufeff' },
      "can't be blank",
    ],
    ['characters that nobody sees', { body: ' \u200b\u3164\u2800\u00ad' }, "can't be blank"],
    ['many blanks', { body: ' '.repeat(65_536) }, "can't be blank"],
    ['null', { body: null }, "can't be blank"],
    ['a list', { body: ['a'] }, 'is invalid'],
    ['an object', { body: { a: 'b' } }, 'is invalid'],
    ['true', { body: true }, 'is invalid'],
    ['half a surrogate pair', { body: 'a\ud83c' }, 'is invalid'],
    ['two halves in the wrong order', { body: '\udf89\ud83c' }, 'is invalid'],
    ['NUL', { body: 'a\0b' }, 'is invalid'],
    ['a form that names it twice', new URLSearchParams('body=a&body=b'), 'is invalid'],
    ['a form with a part of it', new URLSearchParams('body[a]=b'), 'is invalid'],
    ['a form where it is empty', new URLSearchParams('body='), "can't be blank"],
  ])('returns 400 if it is invalid: %s', async (_, given, problem) => {
    expect(await write(given)).toEqual(answered(400, { message: { body: [problem] } }));
  });

  it('creates no note if it is invalid', async () => {
    const total = async () => (await ada.client.get(notes)).headers.get('X-Total');
    const before = await total();
    await write({ body: '' });
    expect(await total()).toBe(before);
  });

  it('is read by PUT in a form too', async () => {
    const made = await write({ body: 'Before' });
    const after = ' \r\n😀 after ';
    const { body } = await ada.client.put<Resource>(
      `${notes}/${made.body.id}`,
      new URLSearchParams({ body: after }),
    );
    expect([body['body'], await read(made.body.id)]).toEqual([after, after]);
  });
});
