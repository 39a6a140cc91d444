import { startForge, type Forge } from '../support/app.js';
import { HTML, visit } from './pages.js';

const ORIGIN = 'https://app.example';
const JSON_ONLY = { accept: 'application/json' };

let forge: Forge;
let withCors: Forge;
beforeAll(async () => {
  forge = await startForge();
  withCors = await startForge({ CORS_ORIGINS: ORIGIN });
});
afterAll(() => Promise.all([forge.close(), withCors.close()]));

describe('pages and their errors', () => {
  it.each([
    ['/', 200],
    ['/root', 200],
    ['/public/users', 200],
    ['/public/projects', 200],
    ['/nobody', 404],
    ['/root/nothing', 404],
    ['/root/nothing/issues/1', 404],
    ['/public/users?cursor=broken', 400],
    ['/no/such/page/at/all', 404],
  ])('tell caches that %s depends on Accept', async (path, status) => {
    const html = await visit(forge, path, { headers: HTML });
    expect([html.status, html.headers.get('vary')]).toEqual([status, 'Accept']);
    const json = await visit(forge, path, { headers: JSON_ONLY });
    expect([json.status, json.headers.get('vary')]).toEqual([404, 'Accept']);
    expect(json.text).toMatch(/^\{"message":/);
  });

  it('keep the Vary of CORS', async () => {
    for (const headers of [HTML, JSON_ONLY])
      for (const path of ['/root', '/nobody']) {
        const answer = await visit(withCors, path, { headers: { ...headers, origin: ORIGIN } });
        expect(answer.headers.get('vary')).toBe('Origin, Accept');
      }
  });

  it('leave it out where Accept changes nothing', async () => {
    for (const path of ['/avatars/1.svg', '/assets/forgenote.css', '/api/v3/user'])
      expect((await visit(forge, path, { headers: HTML })).headers.get('vary')).toBeNull();
  });
});
