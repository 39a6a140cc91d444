import { startForge, type Forge } from '../support/app.js';
import { ROOT } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { HTML, readable, visit } from './pages.js';

const SECRET = 'secret';

let forge: Forge;
let ada: SeededUser;
/** Pages that members can read over the API, but not everyone. */
const hidden: [what: string, path: string][] = [];

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
  const pathOf = ({ web_url }: Resource) => String(web_url).slice(forge.url.length);
  const hide = (what: string, resource: Resource) => hidden.push([what, pathOf(resource)]);
  const projectOf = (name: string, visibility_level: number) =>
    forge.seed.project(ada, { name, path: name, visibility_level, description: SECRET });
  for (const name of ['private', 'internal'] as const) {
    const project = await projectOf(`p-${name}`, VISIBILITY[name]);
    hide(`${name} project`, project);
    hide(`issue of a ${name} project`, await forge.seed.issue(project, ada, { title: SECRET }));
    const snippet = await forge.seed.snippet(project, ada, { title: SECRET });
    hide(`snippet of a ${name} project`, snippet);
    hidden.push([`code of a snippet of a ${name} project`, `${pathOf(snippet)}/raw`]);
    const mergeRequest = await forge.seed.mergeRequest(project, ada, { title: SECRET });
    hide(`merge request of a ${name} project`, mergeRequest);
    for (const list of ['issues', 'merge_requests', 'snippets'])
      hidden.push([`${list} of a ${name} project`, `${pathOf(project)}/${list}`]);
  }
  const open = await projectOf('open', VISIBILITY.public);
  const confidential = { title: SECRET, confidential: true };
  hide('confidential issue', await forge.seed.issue(open, ada, confidential));
  for (const name of ['private', 'internal'] as const) {
    const given = { title: SECRET, visibility_level: VISIBILITY[name] };
    hide(`${name} snippet`, await forge.seed.snippet(open, ada, given));
  }
  const reader = await forge.seed.user();
  await forge.seed.member(open, reader, LEVEL.reporter);
});
afterAll(() => forge.close());

it('returns the page of an unknown user for everything that not everyone may see', async () => {
  expect(hidden).toHaveLength(19);
  const missing = await visit(forge, '/nobody', { headers: HTML });
  for (const [what, path] of hidden) {
    const { status, headers, text } = await visit(forge, path, { headers: HTML });
    expect([what, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      ...[what, 404, 'text/html; charset=utf-8', 'private, no-store'],
    ]);
    expect([what, text]).toEqual([what, missing.text]);
  }
  expect(missing.text).toContain('<a href="/public/projects">public projects</a>');
});

it('does not show more to a caller with a token', async () => {
  for (const [what, path] of hidden) {
    const headers = { ...HTML, 'PRIVATE-TOKEN': ROOT.token };
    const { status } = await visit(forge, `${path}?private_token=${ada.token}`, { headers });
    expect([what, status]).toEqual([what, 404]);
  }
});

it('shows nothing of it in lists', async () => {
  for (const path of ['/public/projects', '/ada', '/ada/open/issues', '/ada/open/snippets']) {
    const { status, text } = await visit(forge, path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toMatch(/p-private|p-internal/);
    expect(readable(text).replace(/open secret/, '')).not.toContain(`${SECRET} `);
  }
});

it.each([
  'application/json',
  'application/json, text/plain, */*',
  'text/html;q=0.5, application/json',
])('returns 404 as JSON to clients that ask for %s', async (accept) => {
  for (const path of ['/nobody', '/ada/p-private', '/ada/open/issues/1', '/nothing/at/all']) {
    const { status, headers, text } = await visit(forge, path, { headers: { accept } });
    expect([path, status, headers.get('content-type'), text]).toEqual([
      ...[path, 404, 'application/json', '{"message":"404 Not Found"}'],
    ]);
  }
});

it('returns a 404 page with a way back to browsers, for any unknown path outside the API', async () => {
  for (const path of ['/nothing/at/all/here', '/profile', '/users', '/robots.txt']) {
    const { status, headers, text } = await visit(forge, path, { headers: HTML });
    expect([path, status, headers.get('content-type')]).toEqual([
      ...[path, 404, 'text/html; charset=utf-8'],
    ]);
    expect(text).toContain('<a href="/">start page</a>');
    expect(text).toContain('<a href="/docs">API reference</a>');
  }
});

it('returns JSON below /api to browsers too', async () => {
  for (const path of ['/api/v3/nothing', '/api/v3/issues/1', '/api/v3/user', '/api/v3']) {
    const { status, headers } = await visit(forge, path, { headers: HTML });
    expect([path, headers.get('content-type')]).toEqual([path, 'application/json']);
    expect(status).toBe(path.endsWith('user') ? 401 : 404);
  }
});

it('returns 404 to methods of unknown API paths that look like pages', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status } = await visit(forge, '/api/v3/issues/1', { method });
    expect([method, status]).toEqual([method, 404]);
  }
});
