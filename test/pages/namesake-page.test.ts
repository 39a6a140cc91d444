import { addKey } from '../keys/keys.js';
import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type SeededUser } from '../support/seed.js';
import { HTML, visit } from './pages.js';

const KEY_FILE = 'text/plain; charset=utf-8';
const PAGE = 'text/html; charset=utf-8';

let forge: Forge;
let ada: SeededUser;
let namesake: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
  namesake = await forge.seed.user({ username: 'Ada.keys', projects_limit: 100 });
  await addKey(ada.client);
  await addKey(namesake.client);
});
afterAll(() => forge.close());

/** The status and type of `/ada.keys`, for a client with this Accept header. */
async function typeFor(accept?: string, path = '/ada.keys') {
  const { status, headers } = await visit(forge, path, accept ? { headers: { accept } } : {});
  return [status, headers.get('content-type')];
}

describe('a user whose name ends in .keys', () => {
  it('has a page at its web_url, for clients that prefer HTML', async () => {
    const { body } = await namesake.client.get<{ web_url: string }>('/user');
    expect(body.web_url).toBe(`${forge.url}/Ada.keys`);
    const { status, headers, text } = await visit(forge, '/Ada.keys', { headers: HTML });
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      ...[200, PAGE, 'Accept'],
    ]);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(text).toContain('<p class="soft">@Ada.keys</p>');
  });

  it('does not take the key file of another user from programs', async () => {
    for (const accept of [
      ...[undefined, '*/*', 'text/plain', 'text/plain, application/json', 'application/json'],
      ...['text/html;q=0.5, text/plain', 'text/html;q=0.5, application/json', 'text/*'],
    ])
      expect([accept, ...(await typeFor(accept))]).toEqual([accept, 200, KEY_FILE]);
    const { text, headers } = await visit(forge, '/ada.keys');
    const [key] = (await ada.client.get<{ key: string }[]>('/user/keys')).body;
    expect(text.trim()).toBe(key?.key.split(' ', 2).join(' '));
    expect(headers.get('vary')).toBe('Accept');
  });

  it('has a key file, to which the page links', async () => {
    const { text } = await visit(forge, '/Ada.keys', { headers: HTML });
    const [, link = ''] = /href="([^"]*)">All keys as a file/.exec(text) ?? [];
    expect(link).toBe('/Ada.keys.keys');
    const [key] = (await namesake.client.get<{ key: string }[]>('/user/keys')).body;
    const file = await visit(forge, link);
    expect([file.status, file.text.trim()]).toEqual([200, key?.key.split(' ', 2).join(' ')]);
  });

  it('has pages of projects, and of the list of projects by cursor', async () => {
    const visibility_level = VISIBILITY.public;
    for (let n = 0; n < 21; n++)
      await forge.seed.project(namesake, { name: `p-${n}`, path: `p-${n}`, visibility_level });
    expect(await typeFor(HTML.accept, '/Ada.keys/p-0')).toEqual([200, PAGE]);
    const first = await visit(forge, '/Ada.keys', { headers: HTML });
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first.text) ?? [];
    const second = await visit(forge, next, { headers: HTML });
    expect([first.text.includes('/p-0"'), second.text.includes('/p-0"')]).toEqual([false, true]);
  });

  it('leaves the key file to browsers too while it is blocked', async () => {
    await forge.root.put(`${namesake.at}/block`);
    expect(await typeFor(HTML.accept)).toEqual([200, KEY_FILE]);
    await forge.root.put(`${namesake.at}/unblock`);
    expect(await typeFor(HTML.accept)).toEqual([200, PAGE]);
  });

  it('is the only one with such a page', async () => {
    expect(await typeFor(HTML.accept, '/root.keys')).toEqual([200, KEY_FILE]);
    expect(await typeFor(HTML.accept, '/nobody.keys')).toEqual([404, 'application/json']);
  });
});

it('shows no such page with PUBLIC_PAGES=off', async () => {
  const closed = await startForge({ PUBLIC_PAGES: 'off' });
  const user = await closed.seed.user({ username: 'root.keys' });
  expect(user.username).toBe('root.keys');
  for (const path of ['/root.keys', '/nobody.keys'])
    expect((await visit(closed, path, { headers: HTML })).status).toBe(404);
  await closed.close();
});
