import { startForge, type Forge } from '../support/app.js';

describe('/docs', () => {
  let forge: Forge;
  // A proxy lets it appear below a path of another host.
  beforeAll(async () => (forge = await startForge({ PUBLIC_URL: 'https://code.example/forge' })));
  afterAll(() => forge.close());

  it('allows the browser to load from and to call this service only', async () => {
    const { status, headers } = await fetch(`${forge.url}/docs`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it('links back to the site', async () => {
    const page = await (await fetch(`${forge.url}/docs`)).text();
    expect(page).toContain('<header><a href="/forge/">← Back to the site</a></header>');
  });

  it('serves its files with a cache time of a day', async () => {
    const page = await (await fetch(`${forge.url}/docs`)).text();
    const files = [...page.matchAll(/(?:href|src)="\/forge(\/docs\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(files).toHaveLength(4);
    for (const file of files) {
      const { status, headers } = await fetch(forge.url + file);
      expect([file, status, headers.get('cache-control')]).toEqual([
        file,
        200,
        'public, max-age=86400',
      ]);
      expect(headers.get('content-type')).toBe(
        file.includes('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      );
    }
  });

  it.each(['/docs/package.json', '/docs/..%2Fpackage.json', '/docs/toString'])(
    'returns 404 for other paths: %s',
    async (path) => {
      const answer = await fetch(forge.url + path);
      expect([answer.status, await answer.json()]).toEqual([404, { message: '404 Not Found' }]);
    },
  );
});
