import { startForge, type Forge } from '../support/app.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { visit } from './pages.js';

/** What a page shows of long texts. Everybody can ask for it. */
let forge: Forge;
let ada: SeededUser;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
});
afterAll(() => forge.close());

const open = async ({ web_url }: Resource) =>
  (await visit(forge, String(web_url).slice(forge.url.length))).text;

describe('The page of an issue', () => {
  it('shows references as text, if their links would have more than 524,288 characters', async () => {
    const named = { path: 'p'.repeat(255), visibility_level: VISIBILITY.public };
    const other = await forge.seed.project(ada, named);
    const description = '#1 '.repeat(1_000);
    const issue = await forge.seed.issue(other, ada, { description });
    for (let n = 1; n <= 6; n++) await forge.seed.note(issue, ada, { body: description });
    const html = await open(issue);
    expect(html.split('<p><a href="/ada/ppp').length - 1).toBe(1);
    expect(html.split('<pre>\n#1 #1').length - 1).toBe(6);
    expect(html.length).toBeLessThan(600_000);
  });
});
