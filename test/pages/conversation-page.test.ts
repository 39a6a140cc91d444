import { startForge, type Forge } from '../support/app.js';
import { NOTEABLES } from '../support/noteables.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { HTML, readable, visit } from './pages.js';

/** The first public project of a user, and pages in it. */
let forge: Forge;
let ada: SeededUser;
let bob: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada', name: 'Ada Lovelace' });
  bob = await forge.seed.user({ username: 'bob', name: 'Bob <b>' });
  const given = { name: 'Engine', path: 'engine', visibility_level: VISIBILITY.public };
  project = await forge.seed.project(ada, given);
});
afterAll(() => forge.close());

const pathOf = ({ web_url }: Resource): string => String(web_url).slice(forge.url.length);
const open = async (noteable: Resource, query = '') =>
  (await visit(forge, pathOf(noteable) + query)).text;

/** The notes of a page, as a person reads them, without their times. */
function notesOf(html: string): string[] {
  const [list = ''] = /<ol class="notes">.*<\/ol>/s.exec(html) ?? [];
  return list
    .split('<li id="note_')
    .slice(1)
    .map((note) => readable(`<main>${note.replace(/^[^>]*>|<time.*?<\/time>/gs, '')}</main>`));
}

describe.each(NOTEABLES)('The page of $noteable', ({ make }) => {
  let noteable: Resource;
  beforeEach(async () => {
    noteable = await make(forge.seed, project, ada);
  });

  it('has notes and their awards, oldest first', async () => {
    const first = await forge.seed.note(noteable, ada, { body: 'The *first* note' });
    await forge.seed.note(noteable, bob, { body: 'The second note' });
    const awards = `${noteable.at}/notes/${first.id}/award_emoji`;
    for (const { client } of [bob, ada]) await client.post(awards, { name: 'tada' });
    await bob.client.post(awards, { name: 'heart' });
    expect(notesOf(await open(noteable))).toEqual([
      'Ada Lovelace wrote The first note 🎉 2 ❤ 1',
      'Bob <b> wrote The second note',
    ]);
  });

  it('has the awards of the thing itself', async () => {
    await bob.client.post(`${noteable.at}/award_emoji`, { name: 'thumbsup' });
    expect(await open(noteable)).toContain('<li title="thumbsup">👍 1</li>');
  });

  it('says when a note was edited', async () => {
    const note = await forge.seed.note(noteable, ada, { created_at: '2020-01-01T00:00:00Z' });
    await ada.client.put(`${noteable.at}/notes/${note.id}`, { body: 'Changed' });
    expect(notesOf(await open(noteable))).toEqual(['Ada Lovelace wrote Changed Edited']);
  });

  it('has pages of 20 notes, which a cursor leads through', async () => {
    for (let n = 1; n <= 25; n++) await forge.seed.note(noteable, ada, { body: `Note ${n}.` });
    const first = await open(noteable);
    expect(notesOf(first)).toHaveLength(20);
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first) ?? [];
    expect(next).toMatch(/^\/ada\/engine\/\w+\/\d+\?cursor=[\w-]+#notes$/);
    const { text: second } = await visit(forge, next.replace('#notes', ''));
    expect(notesOf(second)).toEqual(
      [21, 22, 23, 24, 25].map((n) => `Ada Lovelace wrote Note ${n}.`),
    );
    expect(second).not.toContain('rel="next"');
    expect(second).toContain(`<a href="${pathOf(noteable)}#notes">First page</a>`);
  });

  it('returns 400 and a page with a way back for a damaged cursor', async () => {
    const { status, text } = await visit(forge, `${pathOf(noteable)}?cursor=x`);
    expect([status, readable(text)]).toEqual([400, expect.stringMatching(/^This link is damaged/)]);
    expect(text).toContain('<a href="/">start page</a>');
  });

  it('shows texts that are too long to render without formatting', async () => {
    await forge.seed.note(noteable, ada, { body: `**${'x'.repeat(65_532)}**` });
    await forge.seed.note(noteable, ada, { body: `**${'y'.repeat(40_000)}**` });
    const html = await open(noteable);
    expect(html).toContain(`<pre>\n**${'x'.repeat(65_532)}**</pre>`);
    expect(html).toContain(`<pre>\n**${'y'.repeat(40_000)}**</pre>`);
  });

  it('renders up to 65,536 characters of Markdown, and shows later texts without formatting', async () => {
    const body = `**a** ${'x'.repeat(32_000)}`;
    for (let n = 1; n <= 5; n++) await forge.seed.note(noteable, ada, { body });
    const html = await open(noteable);
    expect(html.split('<strong>a</strong>')).toHaveLength(3);
    expect(html.split('<pre>\n**a**')).toHaveLength(4);
  });

  const table = `${'|'.repeat(50)}a\n${'|-'.repeat(50)}|\n${'a\n'.repeat(50)}`;
  it.each([
    ['lists', '- a\n'.repeat(2_000), '<ul>', 1],
    ['tables that are filled up', table, '<table>', 2],
  ])(
    'renders a bounded number of %s, however short their texts are',
    async (_, body, tag, count) => {
      for (let n = 1; n <= 5; n++) await forge.seed.note(noteable, ada, { body });
      const html = await open(noteable);
      expect(html.split(tag)).toHaveLength(count + 1);
      expect(html.split(`<pre>\n${body.slice(0, 3)}`)).toHaveLength(5 - count + 1);
    },
  );

  it('shows no address and no token', async () => {
    await forge.seed.note(noteable, bob);
    const html = await open(noteable);
    for (const { email, token } of [ada, bob]) {
      expect(html).not.toContain(email);
      expect(html).not.toContain(token);
    }
  });
});

describe('The page of an issue', () => {
  it('has title, description, state, assignee and breadcrumbs', async () => {
    const issue = await forge.seed.issue(project, ada, {
      ...{ title: 'A <moth>', description: '# Found\n\nIn **relay** 70.', assignee_id: bob.id },
    });
    await ada.client.put(issue.at, { state_event: 'close' });
    const html = await open(issue);
    expect(html).toContain(`<title>A &lt;moth&gt; (#${String(issue['iid'])}) · ada/engine`);
    expect(html).toContain('<h1><bdi>A &lt;moth&gt;</bdi></h1>');
    expect(html).toContain('<h3>Found</h3>\n<p>In <strong>relay</strong> 70.</p>');
    expect(readable(html)).toMatch(
      new RegExp(
        `^ada/engine / Issues A <moth> closed Issue #${String(issue['iid'])} by Ada Lovelace`,
      ),
    );
    expect(readable(html)).toContain('Assignee Bob <b>');
  });

  it('has system notes in order with the notes', async () => {
    const issue = await forge.seed.issue(project, ada, { title: 'Old' });
    await forge.seed.note(issue, bob, { body: 'Please close' });
    await ada.client.put(issue.at, { title: 'New <i>', assignee_id: bob.id, state_event: 'close' });
    await forge.seed.note(issue, bob, { body: 'Thanks' });
    const notes = notesOf(await open(issue));
    expect(notes[0]).toBe('Bob <b> wrote Please close');
    expect(notes.slice(1, -1).sort()).toEqual([
      'Ada Lovelace assigned to @bob',
      'Ada Lovelace changed title from Old to New <i>',
      'Ada Lovelace closed',
    ]);
    expect(notes.at(-1)).toBe('Bob <b> wrote Thanks');
  });

  it('has times in words with the exact time as a tooltip', async () => {
    const created_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const issue = await forge.seed.issue(project, ada, { created_at });
    const html = await open(issue);
    const [, iso, exact, words] =
      /<time datetime="([^"]*)" title="([^"]*)">(.*?)<\/time>/.exec(html) ?? [];
    expect([iso, words]).toEqual([created_at, '3 days ago']);
    expect(exact).toMatch(/^\d{1,2} \w+ \d{4} at \d\d:\d\d UTC$/);
    expect(readable(html)).not.toContain(exact);
  });

  it('links people, issues and merge requests of the project', async () => {
    const issue = await forge.seed.issue(project, ada);
    const change = await forge.seed.mergeRequest(project, ada);
    const references = `#${Number(issue.iid)}, !${Number(change.iid)} :tada:`;
    await ada.client.put(issue.at, { description: `@bob: see ${references}` });
    const html = await open(issue);
    for (const path of ['/bob', pathOf(issue), pathOf(change)])
      expect(html).toContain(`<a href="${path}">`);
    expect(html).toContain('🎉');
  });

  it.each([
    ['src/test.c:100:21: error', 'src/test.c:100:21: error'],
    [
      "http://en.wikipedia.org/wiki/Zeno's_paradoxes",
      `>http://en.wikipedia.org/wiki/Zeno's_paradoxes</a>`,
    ],
    ['rené@example.com', '<p>rené@example.com</p>'],
  ])('shows a note with %s', async (body, html) => {
    const issue = await forge.seed.issue(project, ada);
    await forge.seed.note(issue, ada, { body });
    expect(await open(issue)).toContain(html);
  });

  it('shows a changed description on the next request', async () => {
    const issue = await forge.seed.issue(project, ada, { description: 'Before' });
    expect(await open(issue)).toContain('<p>Before</p>');
    await ada.client.put(issue.at, { description: 'After' });
    expect(await open(issue)).toContain('<p>After</p>');
  });
});

describe('The page of a merge request', () => {
  it('has its branches', async () => {
    const branches = { source_branch: 'carry<', target_branch: 'master' };
    const mergeRequest = await forge.seed.mergeRequest(project, ada, branches);
    expect(readable(await open(mergeRequest))).toContain('Branches carry< into master');
  });
});

describe('The page of a snippet', () => {
  it('has its file name and its code as it is', async () => {
    const code = '\nif (a < b && c) { **not bold** }\n';
    const snippet = await forge.seed.snippet(project, ada, { file_name: 'a<.c', code });
    const html = await open(snippet);
    expect(html).toContain('>\n\nif (a &lt; b &amp;&amp; c) { **not bold** }\n</pre>');
    expect(readable(html)).toContain('Snippet a<.c by Ada Lovelace');
  });

  it('shows the longest code', async () => {
    const snippet = await forge.seed.snippet(project, ada, { code: '😀'.repeat(65_536) });
    expect(await open(snippet)).toContain(`>\n${'😀'.repeat(65_536)}</pre>`);
  });
});

describe('The raw code of a snippet', () => {
  it('is a text that no browser runs, behind a link of its page', async () => {
    const code = '<!doctype html><script>alert(1)</script>\n';
    const snippet = await forge.seed.snippet(project, ada, { file_name: 'a.html', code });
    const raw = `${pathOf(snippet)}/raw`;
    expect(await open(snippet)).toContain(`<a href="${raw}">Raw code</a>`);
    for (const headers of [HTML, { accept: '*/*' }, { accept: 'text/plain' }]) {
      const answer = await visit(forge, raw, { headers });
      expect([answer.status, answer.text]).toEqual([200, code]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=60',
      });
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; .*; sandbox$/,
      );
    }
  });

  it('is the same 404 as the page if not everyone may see the snippet', async () => {
    for (const visibility_level of [VISIBILITY.private, VISIBILITY.internal]) {
      const snippet = await forge.seed.snippet(project, ada, { visibility_level });
      const missing = await visit(forge, pathOf(snippet), { headers: HTML });
      const raw = await visit(forge, `${pathOf(snippet)}/raw`, { headers: HTML });
      expect([raw.status, raw.headers.get('content-type'), raw.text]).toEqual([
        ...[404, 'text/html; charset=utf-8', missing.text],
      ]);
    }
  });
});

describe('The page of a project', () => {
  it('has its description and the latest of its issues, merge requests and snippets', async () => {
    const other = await forge.seed.project(ada, {
      ...{ name: 'Store <1>', path: 'store', description: '*Mill* and store' },
      visibility_level: VISIBILITY.public,
    });
    for (let n = 1; n <= 6; n++) await forge.seed.issue(other, ada, { title: `Issue ${n}` });
    await forge.seed.snippet(other, ada, { title: 'The snippet', file_name: 'a.rb' });
    const { text } = await visit(forge, '/ada/store');
    expect(text).toContain('<h1><bdi>Store &lt;1&gt;</bdi></h1>');
    expect(text).toContain('<em>Mill</em> and store');
    const content = readable(text);
    for (const part of ['Issue 6', 'Issue 2', 'All issues', 'No merge requests yet.', 'a.rb by'])
      expect(content).toContain(part);
    expect(content).not.toContain('Issue 1 ');
    expect(text).toContain('<a href="/ada/store/issues?state=all">All issues</a>');
  });
});

describe('The labels of an issue', () => {
  it('are on its page and in the list, with their colors', async () => {
    for (const label of [
      { name: 'bug', color: '#D9534F' },
      { name: '<b>', color: '#428bca' },
    ])
      expect((await ada.client.post(`${project.at}/labels`, label)).status).toBe(201);
    const issue = await forge.seed.issue(project, ada, { labels: 'bug,<b>' });
    for (const path of [pathOf(issue), pathOf(project) + '/issues']) {
      const { text } = await visit(forge, path);
      const [, labels = ''] = /<ul class="labels"[^>]*>(.*?)<\/ul>/s.exec(text) ?? [];
      expect(readable(`<main>${labels}</main>`)).toBe('<b> bug');
      expect(labels.match(/fill="[^"]*"/g)).toEqual(['fill="#428bca"', 'fill="#D9534F"']);
    }
  });
});
