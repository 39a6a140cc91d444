import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('GET /projects/:id/snippets/:snippet_id/raw', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  });
  afterAll(() => forge.close());

  const make = (code: string, more: object = {}) =>
    forge.seed.snippet(project, owner, { code, ...more });
  /** By `fetch` alone, for the bytes. */
  const bytesOf = async ({ at }: Resource) => {
    const headers = { 'PRIVATE-TOKEN': ada.token };
    const answer = await fetch(`${forge.api}${at}/raw`, { headers });
    return Buffer.from(await answer.arrayBuffer()).toString('hex');
  };

  it('returns 200 and the code as plain text that browsers do not render', async () => {
    const { at } = await make('<script>alert(1)</script>', { file_name: 'page.html' });
    const { status, headers, body } = await ada.client.get(`${at}/raw`);
    expect([status, body]).toEqual([200, '<script>alert(1)</script>']);
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      'text/plain; charset=utf-8',
      'nosniff',
    ]);
  });

  it.each([
    ['line ends of every kind', 'a\r\nb\nc\rd\u2028e\n\n'],
    ['white space around it', ' \n\tx \u00a0'],
    ['emoji, and what combines', '👩‍💻 e\u0301 é'],
    ['the mark of an order of bytes', '\ufeffx'],
    ['control characters', '\u0001\u001b[31m\u007f'],
    ['what looks like JSON', '{"message": null}'],
    ['a text in quotes', '"x"'],
    ['a number', '42'],
    ['what looks like SQL', `'; DROP TABLE snippets; -- ? :code`],
  ])('returns the code byte for byte: %s', async (_, code) => {
    expect(await bytesOf(await make(code))).toBe(Buffer.from(code).toString('hex'));
  });

  it('returns the longest code', async () => {
    const code = '😀'.repeat(65_536);
    expect((await ada.client.get(`${(await make(code)).at}/raw`)).body).toBe(code);
  });

  it('returns the current code', async () => {
    const { at } = await make('before');
    await owner.client.put(at, { code: 'after' });
    expect((await ada.client.get(`${at}/raw`)).body).toBe('after');
  });

  it('returns 404 below another project', async () => {
    const { id } = await make('x');
    const other = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    expect(await ada.client.get(`${other.at}/snippets/${id}/raw`)).toEqual(
      answered(404, { message: '404 Snippet Not Found' }),
    );
  });

  it('returns 404 for what the caller cannot see', async () => {
    const { at } = await make('secret', { visibility_level: VISIBILITY.private });
    expect(await ada.client.get(`${at}/raw`)).toEqual(
      answered(404, { message: '404 Snippet Not Found' }),
    );
  });
});
