import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { NOTEABLES } from '../support/noteables.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { visit } from './pages.js';

/** What a page shows of long texts. Everybody can ask for it. */
let forge: Forge;
let ada: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.public });
});
afterAll(() => forge.close());

const open = async ({ web_url }: Resource) =>
  (await visit(forge, String(web_url).slice(forge.url.length))).text;

describe.each(NOTEABLES)('The page of $noteable', ({ make }) => {
  it('shows 200,000 characters without formatting, and 1,000 of each text that follows', async () => {
    const noteable = await make(forge.seed, project, ada);
    const bodies = ['a', 'b', 'c', 'd'].map((sign) => sign.repeat(90_000));
    for (const body of bodies) await forge.seed.note(noteable, ada, { body });
    await forge.seed.note(noteable, ada, { body: '**short**' });
    const html = await open(noteable);
    const shown = [...html.matchAll(/<pre>([a-d]*)<\/pre>/g)].map(([, text = '']) => text.length);
    // The code of a snippet counts too.
    const [first, second, third = 0, fourth] = shown.slice(-4);
    expect([first, second, 20_000 - third < 100, fourth]).toEqual([90_000, 90_000, true, 1_000]);
    expect(html).toContain('This text has 89,000 more bytes. The API returns all of it.');
    expect(html).toContain('<strong>short</strong>');
  });
});

describe('The page of an issue', () => {
  it('has less than 1.4 MB, if 20 texts have a million quotes, each of which HTML writes as 6 characters', async () => {
    const issue = await forge.seed.issue(project, ada, { description: 'x' });
    for (let n = 1; n <= 19; n++) await forge.seed.note(issue, ada, { body: 'x' });
    const text = '"'.repeat(1_000_000);
    const { id } = issue;
    await write(forge, 'UPDATE issues SET description = :text WHERE id = :id', { text, id });
    const onIssue = "noteable_type = 'Issue' AND noteable_id = :id";
    await write(forge, `UPDATE notes SET body = :text WHERE ${onIssue}`, { text, id });
    const html = await open(issue);
    expect(html.length).toBeLessThan(1_400_000);
    expect(html.split('<li id="note_').length - 1).toBe(19);
  });

  it('shows references as text, if their links would have more than 524,288 characters', async () => {
    const named = { path: 'p'.repeat(255), visibility_level: VISIBILITY.public };
    const other = await forge.seed.project(ada, named);
    const description = '#1 '.repeat(1_000);
    const issue = await forge.seed.issue(other, ada, { description });
    for (let n = 1; n <= 6; n++) await forge.seed.note(issue, ada, { body: description });
    const html = await open(issue);
    expect(html.split('<p><a href="/ada/ppp').length - 1).toBe(1);
    expect(html.split('<pre>#1 #1').length - 1).toBe(6);
    expect(html.length).toBeLessThan(600_000);
  });
});
