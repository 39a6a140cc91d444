import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type Seed, type SeededUser } from '../support/seed.js';
import { HTML, navigation, readable, tabs, visit } from './pages.js';

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada', name: 'Ada', projects_limit: 100 });
});
afterAll(() => forge.close());

const publicProject = (path: string) =>
  forge.seed.project(ada, { name: path, path, visibility_level: VISIBILITY.public });

const list = async (path: string): Promise<string> => {
  const { status, text } = await visit(forge, `/ada/${path}`, { headers: HTML });
  expect([path, status]).toEqual([path, 200]);
  return text;
};

const titles = (html: string) =>
  [...html.matchAll(/<p class="title"><a href="[^"]*"><bdi>(.*?)<\/bdi>/g)].map(([, one]) => one);

type Make = (seed: Seed, ...given: Parameters<Seed['issue']>) => Promise<Resource>;
const KINDS: { path: string; make: Make }[] = [
  { path: 'issues', make: (seed, ...given) => seed.issue(...given) },
  { path: 'merge_requests', make: (seed, ...given) => seed.mergeRequest(...given) },
];

describe.each(KINDS)('The list of $path of a project', ({ path, make }) => {
  it('has a tab for each state, which shows how many there are', async () => {
    const project = await publicProject(`tabs-${path}`);
    const items: Resource[] = [];
    for (const title of ['one', 'two', 'three', 'four'])
      items.push(await make(forge.seed, project, ada, { title }));
    await ada.client.put(items[0]?.at ?? '', { state_event: 'close' });
    for (const state_event of ['close', 'reopen'])
      await ada.client.put(items[1]?.at ?? '', { state_event });
    const at = `tabs-${path}/${path}`;
    const merged = path === 'issues' ? '' : 'Merged 0 ';
    const open = await list(at);
    expect(tabs(open)).toBe(`→Open 3 ${merged}Closed 1 All 4`);
    expect(titles(open)).toEqual(['four', 'three', 'two']);
    const closed = await list(`${at}?state=closed`);
    expect(tabs(closed)).toBe(`Open 3 ${merged}→Closed 1 All 4`);
    expect(titles(closed)).toEqual(['one']);
    const all = await list(`${at}?state=all`);
    expect(tabs(all)).toBe(`Open 3 ${merged}Closed 1 →All 4`);
    expect(titles(all)).toEqual(['four', 'three', 'two', 'one']);
    for (const [link, query] of [
      ['Open', ''],
      ['Closed', '?state=closed'],
      ['All', '?state=all'],
    ] as const)
      expect(open.replace(/ aria-current="page"/, '')).toContain(
        `<a href="/ada/${at}${query}">${link} `,
      );
  });

  it('says which items there are not', async () => {
    const project = await publicProject(`none-${path}`);
    const at = `none-${path}/${path}`;
    const name = path.replace('_', ' ');
    const text = async (query: string) => readable(await list(at + query));
    for (const query of ['', '?state=closed', '?state=all'])
      expect(await text(query)).toMatch(new RegExp(` No ${name} yet\\.$`));
    const item = await make(forge.seed, project, ada, {});
    expect(await text('?state=closed')).toMatch(new RegExp(` No closed ${name}\\.$`));
    expect(await text('?page=2')).toContain(` No more ${name}.`);
    await ada.client.put(item.at, { state_event: 'close' });
    expect(await text('')).toMatch(new RegExp(` No open ${name}\\.$`));
  });

  it('has numbered pages of 20, which keep the tab', async () => {
    const project = await publicProject(`long-${path}`);
    for (let n = 1; n <= 21; n++) {
      const { at } = await make(forge.seed, project, ada, { title: `${n}` });
      await ada.client.put(at, { state_event: 'close' });
    }
    const at = `long-${path}/${path}`;
    const label = `Pages of ${path.replace('_', ' ')}`;
    const first = await list(`${at}?state=closed`);
    expect(titles(first)).toHaveLength(20);
    expect(navigation(first, label)).toBe('→1 2 Next');
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first) ?? [];
    expect(next).toBe(`/ada/${at}?state=closed&amp;page=2`);
    const second = await list(`${at}?state=closed&page=2`);
    expect(titles(second)).toEqual(['1']);
    expect(navigation(second, label)).toBe('Previous 1 →2');
    expect(second).toContain(`<a rel="prev" href="/ada/${at}?state=closed">Previous</a>`);
    const beyond = await list(`${at}?state=closed&page=9`);
    expect(navigation(beyond, label)).toBe('Previous 1 2');
    expect(await list(at)).not.toContain(label);
  });

  it('returns 400 and a page with a way back for a page or a state that does not exist', async () => {
    await publicProject(`damaged-${path}`);
    for (const query of [
      'page=x',
      'page=-1.5',
      'page=2502',
      'state=drafts',
      'state=all&state=all',
    ]) {
      const url = `/ada/damaged-${path}/${path}?${query}`;
      const { status, text } = await visit(forge, url, { headers: HTML });
      expect([query, status]).toEqual([query, 400]);
      expect(text).toContain('<h1>This link is damaged</h1>');
    }
  });
});

describe('The list of issues of a project', () => {
  it('neither shows nor counts confidential issues', async () => {
    const project = await publicProject('confidential');
    await forge.seed.issue(project, ada, { title: 'Shown' });
    for (let n = 0; n < 21; n++)
      await forge.seed.issue(project, ada, { title: 'Secret', confidential: true });
    for (const query of ['', '?state=all']) {
      const html = await list(`confidential/issues${query}`);
      expect(tabs(html).replace('→', '')).toMatch(/^Open 1 Closed 0 →?All 1$/);
      expect(titles(html)).toEqual(['Shown']);
      expect(html).not.toContain('Pages of issues');
    }
  });

  it('has no tab for merged ones', async () => {
    await publicProject('unmerged');
    const { status } = await visit(forge, '/ada/unmerged/issues?state=merged', { headers: HTML });
    expect(status).toBe(400);
  });
});

describe('The list of merge requests of a project', () => {
  it('has a tab for merged ones', async () => {
    const project = await publicProject('merged');
    const { at } = await forge.seed.mergeRequest(project, ada, { title: 'Carry' });
    await ada.client.put(at, { state_event: 'merge' });
    const html = await list('merged/merge_requests?state=merged');
    expect(tabs(html)).toBe('Open 0 →Merged 1 Closed 0 All 1');
    expect(titles(html)).toEqual(['Carry']);
  });
});

describe('The list of snippets of a project', () => {
  it('has numbered pages, and neither tabs nor snippets that not everyone may see', async () => {
    const project = await publicProject('snippets');
    for (let n = 1; n <= 21; n++) await forge.seed.snippet(project, ada, { title: `${n}` });
    const hidden = { title: 'Secret', visibility_level: VISIBILITY.internal };
    await forge.seed.snippet(project, ada, hidden);
    const first = await list('snippets/snippets');
    expect(titles(first)).toHaveLength(20);
    expect(first).not.toMatch(/Secret|aria-label="States"/);
    expect(navigation(first, 'Pages of snippets')).toBe('→1 2 Next');
    expect(titles(await list('snippets/snippets?page=2'))).toEqual(['1']);
  });
});
