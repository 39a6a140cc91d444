import { addKey, newKey } from '../keys/keys.js';
import { ROOT, startForge, type Forge } from '../support/app.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { readable, visit } from './pages.js';

/** Their titles tell whether they are to be seen. */
const SECRET = 'secret';

describe('The public activity of a user', () => {
  let forge: Forge;
  let ada: SeededUser;
  let owner: SeededUser;
  let count = 0;

  beforeAll(async () => {
    forge = await startForge();
    owner = await forge.seed.user({ username: 'owner' });
  });
  beforeEach(async () => {
    ada = await forge.seed.user({ username: `ada${++count}`, name: 'Ada Lovelace' });
  });
  afterAll(() => forge.close());

  const projectOf = (user: SeededUser, level: number, name = `p${++count}`) =>
    forge.seed.project(user, { name, visibility_level: level });

  const page = async () => (await visit(forge, `/${ada.username}`)).text;

  /** The activity of ada on the page, newest first. */
  async function activity(): Promise<string[]> {
    const [list = ''] = /<ol class="list events">.*?<\/ol>/s.exec(await page()) ?? [];
    const items = [...list.matchAll(/<li>(.*?)<time /gs)];
    return items.map(([, item = '']) => readable(item));
  }

  it('contains every kind of event in public projects except memberships, newest first', async () => {
    const project = await projectOf(owner, VISIBILITY.public, 'open');
    await forge.seed.member(project, ada, LEVEL.developer);
    const issue = await forge.seed.issue(project, ada, { title: 'I' });
    await forge.seed.note(issue, ada, { body: `The ${SECRET} of a note` });
    await ada.client.put(issue.at, { state_event: 'close' });
    const snippet = await forge.seed.snippet(project, ada, { title: 'S' });
    await forge.seed.note(snippet, ada);
    const change = await forge.seed.mergeRequest(project, ada, { title: 'M' });
    await ada.client.put(change.at, { state_event: 'merge' });
    for (const [before, after] of ['ab', '0b', 'a0']) {
      const push = { before, after, ref: `refs/heads/${SECRET}` };
      await ada.client.post(`${project.at}/push_events`, push);
    }
    await ada.client.delete(`${project.at}/members/${ada.id}`);
    expect(await activity()).toEqual([
      'Deleted a branch or tag of owner/open',
      'Pushed a new branch or tag to owner/open',
      'Pushed to owner/open',
      'Merged merge request M in owner/open',
      'Opened merge request M in owner/open',
      'Commented on snippet S in owner/open',
      'Closed issue I in owner/open',
      'Commented on issue I in owner/open',
      'Opened issue I in owner/open',
    ]);
    expect(await page()).not.toContain(SECRET);
  });

  it('contains nothing of private and internal projects, even of those the user owns', async () => {
    for (const level of [VISIBILITY.private, VISIBILITY.internal]) {
      const project = await projectOf(ada, level, `${SECRET}${level}`);
      const noteables: Resource[] = [
        await forge.seed.issue(project, ada, { title: SECRET }),
        await forge.seed.snippet(project, ada, { title: SECRET }),
        await forge.seed.mergeRequest(project, ada, { title: SECRET }),
      ];
      for (const noteable of noteables) await forge.seed.note(noteable, ada);
    }
    expect(await activity()).toEqual([]);
    expect(await page()).not.toContain(SECRET);
  });

  it('contains nothing about confidential issues and non-public snippets', async () => {
    const project = await projectOf(ada, VISIBILITY.public, `known${count}`);
    const confidential = { title: SECRET, confidential: true };
    const hidden: Resource[] = [await forge.seed.issue(project, ada, confidential)];
    for (const visibility_level of [VISIBILITY.private, VISIBILITY.internal])
      hidden.push(await forge.seed.snippet(project, ada, { title: SECRET, visibility_level }));
    for (const noteable of hidden) await forge.seed.note(noteable, ada);
    expect(await activity()).toEqual([`Created ${ada.username}/known${count}`]);
    expect(await page()).not.toContain(SECRET);
  });

  it('no longer contains events that become private', async () => {
    const project = await projectOf(ada, VISIBILITY.public);
    const issue = await forge.seed.issue(project, ada, { title: 'Whispered' });
    await ada.client.put(issue.at, { confidential: true });
    expect(await activity()).toHaveLength(1);
    await ada.client.put(project.at, { visibility_level: VISIBILITY.internal });
    expect(await activity()).toEqual([]);
  });

  it('is the same for administrators and for the user', async () => {
    await forge.seed.issue(await projectOf(ada, VISIBILITY.private), ada);
    for (const token of [ada.token, ROOT.token]) {
      const headers = { 'PRIVATE-TOKEN': token };
      const { text } = await visit(forge, `/${ada.username}?private_token=${token}`, { headers });
      expect(text).toBe(await page());
    }
  });

  it('contains the latest 20 events of the user and none of others', async () => {
    const project = await projectOf(owner, VISIBILITY.public);
    const issue = await forge.seed.issue(project, owner, { title: 'A title' });
    for (let n = 0; n < 21; n++) await forge.seed.note(issue, ada);
    await forge.seed.issue(project, ada, { title: 'The latest' });
    const shown = await activity();
    expect(shown).toHaveLength(20);
    expect(shown[0]).toMatch(/^Opened issue The latest in/);
    expect(new Set(shown.slice(1)).size).toBe(1);
  });

  it('contains the profile, and no addresses, key titles, key comments or other account fields', async () => {
    const shown = { bio: 'b10', location: 'l0c', organization: '0rg', website_url: 'https://s1te' };
    const hidden = { provider: 'ldap1', extern_uid: 'ext3rn' };
    const fields = { messenger: 'm3ss', professional_network: 'n3tw', microblog: 'm1cr' };
    await forge.root.put(ada.at, { ...shown, ...fields, ...hidden });
    await ada.client.post('/user/emails', { email: 'second@example.org' });
    await addKey(ada.client, 'T1tle', `${newKey()} ada@l4ptop`);
    const text = await page();
    for (const value of Object.values(shown)) expect(text).toContain(value);
    const secrets = [...Object.values({ ...fields, ...hidden }), 'T1tle', 'l4ptop'];
    for (const secret of [...secrets, ada.email, 'second@', 'example.', ada.token])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });

  it('is escaped', async () => {
    const hostile = `"><script>alert('1')</script>&lt;b&amp;<!-- \${1} $& \\u003c`;
    await forge.root.put(ada.at, { name: hostile });
    const project = await projectOf(ada, VISIBILITY.public);
    await forge.seed.issue(project, ada, { title: hostile });
    const text = await page();
    expect(text).not.toMatch(/<script|<b&|<!--/);
    const written =
      '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;lt;b&amp;amp;&lt;!-- ${1} $&amp; \\u003c';
    expect(text.split(written)).toHaveLength(4);
    expect(text).toContain(`<title>${written} (${ada.username})`);
    expect(text).toContain(`<h1><bdi>${written}</bdi></h1>`);
    expect((await activity())[0]).toContain(`Opened issue ${hostile} in`);
  });

  it('accepts text in any script', async () => {
    await forge.root.put(ada.at, { name: 'עדה لوفلايس 艾达 \u202e 😀' });
    expect(await page()).toContain('<h1><bdi>עדה لوفلايس 艾达 \u202e 😀</bdi></h1>');
  });
});
