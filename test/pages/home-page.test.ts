import { packageVersion } from '../../src/base/config/package-files.js';
import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { VISIBILITY } from '../support/seed.js';
import { HTML, readable, visit } from './pages.js';

describe('GET /', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge({ OPERATOR: 'The <Mill> & Co., mill@example.org' });
  });
  afterAll(() => forge.close());

  it('says what the service is, who runs it and its version', async () => {
    const { status, text } = await visit(forge, '/', { headers: HTML });
    expect(status).toBe(200);
    expect(readable(text)).toMatch(/^Forgenote Forgenote keeps the people and conversations/);
    expect(readable(text)).toContain('Run by The <Mill> & Co., mill@example.org');
    expect(readable(text)).toContain(`Version ${packageVersion()}`);
  });

  it('links to the reference, users and public projects once, and not to itself as another page', async () => {
    const { text } = await visit(forge, '/');
    for (const path of ['/docs', '/public/users', '/public/projects']) {
      expect(text.split(`<a href="${path}">`)).toHaveLength(2);
      expect((await visit(forge, path)).status).toBe(200);
    }
    expect(text).not.toContain('About this service</a>');
    for (const path of ['/public/users', '/nobody'])
      expect((await visit(forge, path, { headers: HTML })).text).toContain(
        '<a href="/">About this service</a>',
      );
  });

  it('returns 404 as JSON to clients that ask for JSON', async () => {
    const { status, text } = await visit(forge, '/', { headers: { accept: 'application/json' } });
    expect([status, text]).toEqual([404, '{"message":"404 Not Found"}']);
  });

  it('has one stylesheet below 12 KB, no script and no inline style', async () => {
    const { text, headers } = await visit(forge, '/');
    const styles = [...text.matchAll(/rel="stylesheet" href="([^"]*)"/g)].map(([, href]) => href);
    expect(styles).toHaveLength(1);
    expect(text).not.toMatch(/<script|<style|\sstyle=/);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
    );
    const style = await visit(forge, styles[0] ?? '');
    expect([style.status, style.headers.get('content-type')]).toEqual([
      ...[200, 'text/css; charset=utf-8'],
    ]);
    expect(Buffer.byteLength(style.text)).toBeLessThan(12_288);
  });

  it('lists active users and public projects, newest first, and leads through them by cursor', async () => {
    const eve = await forge.seed.user({ username: 'eve', name: 'Eve' });
    await forge.root.put(`${eve.at}/block`);
    const ada = await forge.seed.user({ username: 'ada', name: 'Ada', projects_limit: 100 });
    for (let n = 1; n <= 21; n++)
      await forge.seed.project(ada, { name: `Mill ${n}.`, visibility_level: VISIBILITY.public });
    await forge.seed.project(ada, { name: 'Hidden', visibility_level: VISIBILITY.internal });
    const users = (await visit(forge, '/public/users')).text;
    expect(readable(users)).toMatch(/^Users Ada @ada .*@root$/);
    expect(users).not.toContain('@eve');
    expect(users).not.toContain(ada.email);
    const first = (await visit(forge, '/public/projects')).text;
    expect(readable(first)).toMatch(/^Public projects Mill 21\. /);
    expect(first).not.toMatch(/Hidden|Mill 1\./);
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first) ?? [];
    expect((await visit(forge, next)).text).toContain('Mill 1.');
  });
});

describe('The newest projects on /', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  it('are five public ones with their last activity', async () => {
    const home = async () => (await visit(forge, '/')).text;
    expect(readable(await home())).toContain('Newest projects No public projects yet.');
    const grace = await forge.seed.user({ name: 'Grace', projects_limit: 100 });
    const project = (name: string, visibility_level: number) =>
      forge.seed.project(grace, { name, visibility_level });
    const first = await project('Relay 1', VISIBILITY.public);
    for (let n = 2; n <= 6; n++) await project(`Relay ${n}`, VISIBILITY.public);
    for (const level of ['private', 'internal'] as const)
      await project(`Hidden ${level}`, VISIBILITY[level]);
    const text = await home();
    expect([...text.matchAll(/<b><bdi>(.*?)<\/bdi>/g)].map(([, name]) => name)).toEqual([
      ...['Relay 6', 'Relay 5', 'Relay 4', 'Relay 3', 'Relay 2'],
    ]);
    expect(text).not.toContain('Hidden');
    const description = '# Relay\n\nClicks.';
    await grace.client.put(first.at, { description });
    await write(
      forge,
      'UPDATE projects SET created_at = :created, last_activity_at = :active WHERE id = :id',
      { id: first.id, created: Date.now() + 1_000, active: Date.now() - 3.5 * 3_600_000 },
    );
    expect(readable(await home())).toMatch(
      /Newest projects Relay 1 Relay by Grace · created just now · last activity 3 hours ago Relay 6 /,
    );
    await grace.client.put(first.at, { description: '#1 relay' });
    expect(readable(await home())).toContain('Relay 1 #1 relay by Grace');
  });
});

describe('With PUBLIC_PAGES=off', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge({ PUBLIC_PAGES: 'off' });
    const ada = await forge.seed.user({ username: 'ada' });
    const given = { name: 'engine', visibility_level: VISIBILITY.public };
    const engine = await forge.seed.project(ada, given);
    await forge.seed.issue(engine, ada);
    await forge.seed.mergeRequest(engine, ada);
    await forge.seed.snippet(engine, ada);
  });
  afterAll(() => forge.close());

  it('says on / that the service is private, without a link to closed pages', async () => {
    const { status, text } = await visit(forge, '/', { headers: HTML });
    expect(status).toBe(200);
    expect(readable(text)).toContain('This service is private.');
    expect(text).not.toContain('/public/');
    expect(text).not.toContain('engine');
  });

  it('returns the same 404 for all pages', async () => {
    const missing = await visit(forge, '/nobody', { headers: HTML });
    for (const path of [
      ...['/ada', '/public/users', '/public/projects', '/ada/engine', '/ada/engine/issues'],
      ...['issues/1', 'merge_requests/1', 'snippets/1', 'snippets/1/raw'].map(
        (item) => `/ada/engine/${item}`,
      ),
    ]) {
      const { status, text } = await visit(forge, path, { headers: HTML });
      expect([path, status, text]).toEqual([path, 404, missing.text]);
    }
    for (const path of ['/ada.keys', '/avatars/1.svg'])
      expect((await visit(forge, path, { headers: HTML })).status).toBe(404);
  });
});

describe('With a path in PUBLIC_URL', () => {
  it('puts the path in front of every link', async () => {
    const forge = await startForge({ PUBLIC_URL: 'https://forge.example/sub' });
    try {
      const ada = await forge.seed.user({ username: 'ada' });
      const engine = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
      await forge.seed.issue(engine, ada, { description: '@ada #1' });
      const issue = `/ada/${String(engine['path'])}/issues/1`;
      for (const path of ['/', '/public/users', '/public/projects', '/ada', issue]) {
        const { text } = await visit(forge, path);
        const links = [...text.matchAll(/ (?:href|src)="(\/[^"]*)/g)].map(([, link]) => link);
        expect(links.filter((link) => !/^\/sub(\/|$)/.test(link ?? ''))).toEqual([]);
        expect(links.length).toBeGreaterThan(4);
      }
    } finally {
      await forge.close();
    }
  });
});
