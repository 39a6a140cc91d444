import { startForge, type Forge } from '../support/app.js';
import { HTML, visit } from './pages.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const MALFORMED = [
  '/%zz',
  '/root/%',
  '/root/%ff',
  '/%c3',
  '/docs/%zz',
  '/root/a/issues/%',
  '//%zz',
];

describe('a malformed path outside the API', () => {
  it.each(MALFORMED)('is a page for browsers, and JSON for programs: %s', async (path) => {
    const page = await visit(forge, path, { headers: HTML });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(page.text).toContain('<h1>Not found</h1>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('vary')).toBe('Accept');
    expect(page.headers.get('x-request-id')).not.toBeNull();
    for (const accept of ['*/*', 'application/json']) {
      const json = await visit(forge, path, { headers: { accept } });
      expect([json.status, json.headers.get('content-type'), json.text]).toEqual([
        404,
        'application/json',
        '{"message":"404 Not Found"}',
      ]);
    }
  });

  it('has no body for HEAD, and the headers of GET', async () => {
    const [get, head] = [
      await visit(forge, '/%zz', { headers: HTML }),
      await visit(forge, '/%zz', { headers: HTML, method: 'HEAD' }),
    ];
    expect([head.status, head.text]).toEqual([404, '']);
    for (const name of ['content-type', 'content-length', 'vary'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });
});

describe('a malformed query outside the API', () => {
  it('is a page for browsers, and JSON for programs', async () => {
    const page = await visit(forge, '/root?x=%zz', { headers: HTML });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ]);
    expect(page.text).toContain('<h1>This link is damaged</h1>');
    const json = await visit(forge, '/root?x=%zz', { headers: { accept: 'application/json' } });
    expect([json.status, json.headers.get('content-type')]).toEqual([400, 'application/json']);
  });
});

describe('a malformed URL below the API', () => {
  it.each(['/api/v3/%zz', '/api/v3/users/%', '/api/v3/users?x=%zz'])(
    'is JSON for browsers too: %s',
    async (path) => {
      const { headers, text } = await visit(forge, path, { headers: HTML });
      expect([headers.get('content-type'), headers.get('vary')]).toEqual([
        'application/json',
        null,
      ]);
      expect(text).toMatch(/^\{"message":/);
    },
  );
});
