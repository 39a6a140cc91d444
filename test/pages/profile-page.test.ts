import { addKey, LAPTOP } from '../keys/keys.js';
import { startForge, type Forge } from '../support/app.js';
import { ldapBlock } from '../support/direct-sql.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';
import { readable, visit } from './pages.js';

describe('GET /:username, outside /api/v3', () => {
  let forge: Forge;
  let ada: SeededUser;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user({ username: 'Ada', name: 'Ada Lovelace' });
    await addKey(ada.client, 'A title', LAPTOP.key);
    const engine = await forge.seed.project(ada, { name: 'engine', visibility_level: 20 });
    await forge.seed.issue(engine, ada, { title: 'It hums' });
  });
  afterAll(() => forge.close());

  it('returns a page to everybody, with name, picture, activity and fingerprints', async () => {
    const { status, headers, text } = await visit(forge, '/Ada');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(readable(text)).toBe(
      'Ada Lovelace @Ada Joined just now ' +
        'Public projects engine created just now · last activity just now ' +
        'Contributions Opened issue It hums in Ada/engine just now Created Ada/engine just now ' +
        `SSH keys ssh-ed25519 ${LAPTOP.sha256} All keys as a file`,
    );
    expect(text).toMatch(/^<!doctype html>\s*<html lang="en">/);
    expect(text).toContain('<title>Ada Lovelace (Ada) · Forgenote</title>');
    expect(text).toContain(`<img src="/avatars/${ada.id}.svg"`);
    expect(text).toContain('<a href="/Ada.keys">');
    expect(text).toContain('name="viewport" content="width=device-width, initial-scale=1"');
  });

  it.each(['/ada', '/ADA', '/Ada/', '/Ada?tab=keys', '/%41da', '/Ada?private_token=wrong'])(
    'returns the same page for %s',
    async (path) => {
      const { status, text } = await visit(forge, path);
      expect([status, text]).toEqual([200, (await visit(forge, '/Ada')).text]);
    },
  );

  it('is the target of web_url and looks the same to every caller', async () => {
    const { body } = await ada.client.get<{ web_url: string }>('/user');
    expect(body.web_url).toBe(`${forge.url}/Ada`);
    const headers = { 'PRIVATE-TOKEN': ada.token };
    const hers = await visit(forge, '/Ada', { headers });
    expect(hers.text).toBe((await visit(forge, '/Ada')).text);
  });

  it('has a content security policy for its own style and pictures of the service only', async () => {
    for (const path of ['/Ada', '/nobody']) {
      const { headers, text } = await visit(forge, path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:/i);
    }
  });

  it('can be cached for a minute; 404 pages cannot be cached', async () => {
    const kept = async (path: string) => (await visit(forge, path)).headers.get('cache-control');
    expect(await kept('/Ada')).toBe('public, max-age=60');
    expect(await kept('/nobody')).toBe('private, no-store');
  });

  it('returns the same headers to HEAD', async () => {
    const get = await visit(forge, '/Ada');
    const head = await visit(forge, '/Ada', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'content-security-policy'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });

  it.each([
    ['www.example.com', 'http://www.example.com'],
    ['https://example.com/x', 'https://example.com/x'],
  ])('links the website %s to %s', async (website_url, href) => {
    const user = await forge.seed.user({ website_url });
    expect((await visit(forge, `/${user.username}`)).text).toContain(
      `href="${href}">${website_url}</a>`,
    );
  });

  it.each(['javascript:alert(1)', 'ada@example.com', 'none'])(
    'leaves out the website %s',
    async (website_url) => {
      const user = await forge.seed.user({ website_url });
      const { text } = await visit(forge, `/${user.username}`);
      expect(readable(text)).not.toContain('Website');
    },
  );

  it('shows that there is no activity and no key', async () => {
    await forge.seed.user({ username: 'quiet', name: 'Quiet One' });
    expect(readable((await visit(forge, '/quiet')).text)).toEqual(
      expect.stringMatching(
        /^Quiet One @quiet Joined .* Public projects No public projects yet. Contributions No contributions yet. SSH keys No SSH keys yet.$/,
      ),
    );
  });

  it.each(['dotted.name', 'a-b_c', '4711', '.hidden', 'root'])(
    'exists for the user %s, as the key file does',
    async (username) => {
      if (username !== 'root') await forge.seed.user({ username });
      expect((await visit(forge, `/${username}`)).text).toContain(
        `<p class="soft">@${username}</p>`,
      );
      const keys = await visit(forge, `/${username}.keys`);
      expect([keys.status, keys.headers.get('content-type')]).toEqual([
        ...[200, 'text/plain; charset=utf-8'],
      ]);
    },
  );

  const missing = async (path: string) => {
    const { status, headers, text } = await visit(forge, path);
    expect([path, status, headers.get('content-type')]).toEqual([
      ...[path, 404, 'text/html; charset=utf-8'],
    ]);
    expect(readable(text)).toMatch(/^Not found There is no page at this address, or not everyone/);
  };

  it.each([
    ...['nobody', '1', '%20', 'Ada%20', '%00', "x'--", '%E2%98%83', 'ada.key', '%3Cscript%3E'],
    ...['Ada%2F..', 'x'.repeat(300), '@Ada', 'nothing/else', 'Ada/keys'],
  ])('returns 404 and a page for the unknown name /%s', (name) => missing(`/${name}`));

  it('returns 404 while the user is blocked, and after the deletion', async () => {
    const eve = await forge.seed.user({ username: 'eve' });
    const project = await forge.seed.project(eve, { visibility_level: 20 });
    await forge.root.put(`${eve.at}/block`);
    await missing('/eve');
    await forge.root.put(`${eve.at}/unblock`);
    expect((await visit(forge, '/eve')).status).toBe(200);
    await ldapBlock(forge, eve);
    await missing('/eve');
    await forge.root.delete(eve.at);
    await missing('/eve');
    // By now the project is the ghost's.
    expect((await forge.root.get<{ owner: object }>(project.at)).body.owner).toMatchObject({
      username: 'ghost',
    });
    const ghost = await visit(forge, '/ghost');
    expect(ghost.status).toBe(200);
    expect(readable(ghost.text)).toContain('What deleted users wrote belongs to this user.');
  });

  it.each([...['/favicon.ico', '/robots.txt', '/users', '/API', '/avatars', '/docs/x/y', '/%zz']])(
    'returns the general 404 for %s',
    async (path) => {
      expect(await forge.anonymous.get(forge.url + path)).toEqual(
        answered(404, { message: '404 Not Found' }),
      );
    },
  );

  it('does not replace other routes at the root', async () => {
    const type = async (path: string) => (await visit(forge, path)).headers.get('content-type');
    expect(await type('/health')).toBe('application/json');
    expect(await type(`/avatars/${ada.id}.svg`)).toMatch(/^image\/svg/);
    expect(await type('/api/v3/openapi.json')).toBe('application/json');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('returns 405 to %s', async (method) => {
    const answer = await forge.anonymous.send(method, `${forge.url}/Ada`);
    expect(answer).toEqual(answered(405, { message: '405 Not Allowed' }));
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it('reserves favicon.ico, which browsers request', async () => {
    const given = {
      username: 'Favicon.ico',
      email: 'f@example.com',
      name: 'F',
      password: 'a password',
    };
    expect(await forge.root.post('/users', given)).toEqual(
      answered(400, { message: { username: ['Favicon.ico is a reserved name'] } }),
    );
  });

  it('is not in the OpenAPI document', () => {
    expect(Object.keys(forge.contract.document.paths)).not.toContain('/{username}');
  });
});

describe('With PUBLIC_PAGES=off', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge({ PUBLIC_PAGES: 'off' });
  });
  afterAll(() => forge.close());

  it('returns the same 404 page for existing and unknown users', async () => {
    const [root, nobody] = [await visit(forge, '/root'), await visit(forge, '/nobody')];
    expect([root.status, nobody.status]).toEqual([404, 404]);
    expect(root.text).toBe(nobody.text);
    expect(root.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('returns the same 404 for key files and pictures of existing and unknown users', async () => {
    await addKey(forge.root, 'T', LAPTOP.key);
    for (const path of ['/root.keys', '/nobody.keys', '/avatars/1.svg', '/avatars/99.svg'])
      expect(await forge.anonymous.get(forge.url + path)).toEqual(
        answered(404, { message: '404 User Not Found' }),
      );
  });

  it('returns the general 404 for paths that cannot be usernames', async () => {
    expect(await forge.anonymous.get(`${forge.url}/users`)).toEqual(
      answered(404, { message: '404 Not Found' }),
    );
  });
});

describe('With a path in PUBLIC_URL', () => {
  it('puts the path in front of every URL of the page', async () => {
    const forge = await startForge({ PUBLIC_URL: 'https://forge.example/sub' });
    try {
      await addKey(forge.root);
      const { text } = await visit(forge, '/root');
      expect(text).toContain('<img src="/sub/avatars/1.svg"');
      expect(text).toContain('<a href="/sub/root.keys">');
    } finally {
      await forge.close();
    }
  });
});
