import { startForge, type Forge } from '../support/app.js';

describe('GET /avatars/:id.svg, the target of avatar_url', () => {
  let forge: Forge;

  beforeAll(async () => {
    forge = await startForge({ PUBLIC_URL: 'https://forge.example/sub' });
  });
  afterAll(() => forge.close());

  it('has a URL below PUBLIC_URL, as the page of the user has', async () => {
    const { body } = await forge.root.get('/users/1');
    expect(body).toMatchObject({
      avatar_url: 'https://forge.example/sub/avatars/1.svg',
      web_url: 'https://forge.example/sub/root',
    });
  });

  it('returns the same picture to everybody', async () => {
    const path = `${forge.url}/avatars/1.svg`;
    const { status, headers, body } = await forge.anonymous.send<string>('GET', path);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(body).toMatch(/^<svg .*<\/svg>$/);
    expect((await forge.anonymous.send('GET', path)).body).toBe(body);
  });

  it('returns a different picture for another user', async () => {
    const pictures = await Promise.all(
      [1, 2].map((id) => forge.anonymous.send('GET', `${forge.url}/avatars/${id}.svg`)),
    );
    expect(pictures[0]?.body).not.toBe(pictures[1]?.body);
  });

  it('returns 404 for an invalid id', async () => {
    const { status, body } = await forge.anonymous.send('GET', `${forge.url}/avatars/root.svg`);
    expect([status, body]).toEqual([404, { message: '404 User Not Found' }]);
  });
});
