import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { HTML, visit } from './pages.js';

/** The paths of all `web_url`s in a response. */
const webUrls = (body: unknown): string[] =>
  [...JSON.stringify(body).matchAll(/"web_url":"([^"]+)"/g)].map(([, url = '']) => url);

describe('Every web_url', () => {
  let forge: Forge;
  let ada: SeededUser;
  let project: Resource;
  const noteables: Resource[] = [];

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user({ username: 'Ada.L' });
    const gone = await forge.seed.user({ username: 'gone' });
    project = await forge.seed.project(ada, {
      name: 'Engine',
      path: 'The.Engine',
      visibility_level: VISIBILITY.public,
    });
    await forge.seed.member(project, gone, 40);
    // The first numbers of another project: `iid` and `id` differ.
    const other = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
    await forge.seed.issue(other, ada);
    await forge.seed.mergeRequest(other, ada);
    await forge.seed.snippet(other, ada);
    noteables.push(
      await forge.seed.issue(project, gone),
      await forge.seed.mergeRequest(project, ada, { assignee_id: gone.id }),
      await forge.seed.snippet(project, ada),
    );
    // Blocked users have no page. What they have written stays.
    const blocked = await forge.seed.user({ username: 'blocked' });
    const theirs = await forge.seed.project(blocked, {
      path: 'theirs',
      visibility_level: VISIBILITY.public,
    });
    await forge.seed.member(project, blocked, 40);
    await forge.seed.issue(theirs, blocked);
    await forge.seed.mergeRequest(theirs, blocked, { assignee_id: blocked.id });
    await forge.seed.snippet(theirs, blocked);
    const old = await forge.seed.project(gone, { visibility_level: VISIBILITY.public });
    await forge.seed.issue(old, gone);
    for (const noteable of noteables) {
      await forge.seed.note(noteable, ada);
      await forge.seed.note(noteable, blocked);
      await forge.root.post(`${noteable.at}/notes`, { body: ':tada:' });
    }
    // The user becomes the ghost in what the user wrote.
    await forge.root.delete(gone.at);
    await forge.root.put(`${blocked.at}/block`);
  });
  afterAll(() => forge.close());

  it('in a response of the API leads to a page, except that of a blocked user', async () => {
    const paths = [
      ...['/user', '/users', ada.at, '/projects/all', '/projects/visible', project.at],
      ...[`${project.at}/issues`, `${project.at}/merge_requests`, `${project.at}/snippets`],
      ...noteables.map(({ at }) => at),
      ...noteables.map(({ at }) => `${at}/award_emoji`),
      ...[`${ada.at}/events`, `${project.at}/members`],
    ];
    const found = new Set<string>();
    for (const path of paths) {
      const { status, body } = await forge.root.get(path);
      expect([path, status]).toEqual([path, 200]);
      for (const url of webUrls(body)) found.add(url);
    }
    const deleted = await forge.seed.note(noteables[0], ada);
    for (const url of webUrls(
      (await forge.root.delete(`${noteables[0]?.at}/notes/${deleted.id}`)).body,
    ))
      found.add(url);
    const kinds = ['/issues/', '/merge_requests/', '/snippets/'];
    for (const kind of kinds)
      expect([...found].filter((url) => url.includes(kind))).not.toEqual([]);
    expect(found).toContain(`${forge.url}/ghost`);
    for (const url of found) {
      const { status, headers } = await visit(forge, url.slice(forge.url.length), {
        headers: HTML,
      });
      expect([url, status, headers.get('content-type')]).toEqual([
        ...[url, url.endsWith('/blocked') ? 404 : 200, 'text/html; charset=utf-8'],
      ]);
    }
  });

  it('leads to the same page in any letter case', async () => {
    const { text } = await visit(forge, '/Ada.L/The.Engine/issues/1');
    expect(text).toContain('<h1>');
    expect((await visit(forge, '/ada.l/the.engine/issues/1')).text).toBe(text);
  });

  it('links only to pages that exist', async () => {
    const pages = [
      ...['/', '/public/users', '/public/projects', '/Ada.L', '/Ada.L/The.Engine'],
      ...['issues', 'merge_requests', 'snippets'].map((name) => `/Ada.L/The.Engine/${name}`),
      ...['issues/1', 'merge_requests/1'].map((name) => `/Ada.L/The.Engine/${name}`),
      ...['', '/issues', '/merge_requests', '/snippets'].map((name) => `/blocked/theirs${name}`),
      ...['/issues/1', '/merge_requests/1'].map((name) => `/blocked/theirs${name}`),
    ];
    for (const page of pages) {
      const { text } = await visit(forge, page);
      const links = [...text.matchAll(/ (?:href|src)="(\/[^"#]*)/g)].map(([, link = '']) => link);
      for (const link of new Set(links))
        expect([page, link, (await visit(forge, link)).status]).toEqual([page, link, 200]);
    }
  });
});
