import { startForge, type Forge } from '../support/app.js';
import { engineOf } from '../support/internals.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { visit } from '../pages/pages.js';

let forge: Forge;
let ada: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'Ada' });
  project = await forge.seed.project(ada, {
    ...{ name: 'Engine', path: 'engine', visibility_level: VISIBILITY.public },
    description: 'By @ada and @nobody',
  });
});
afterAll(() => forge.close());

const pathOf = ({ web_url }: Resource): string => String(web_url).slice(forge.url.length);
const open = async (resource: Resource) => (await visit(forge, pathOf(resource))).text;
const link = (name: string) => `<a href="/${name}">@${name}</a>`;

/** The statements that look for names while a page is made. */
async function lookups(make: () => Promise<unknown>): Promise<number> {
  const engine = engineOf(forge);
  const read = engine.read.bind(engine);
  let count = 0;
  engine.read = (query, values, ms) => {
    if (query.names.includes('usernames')) count++;
    return read(query, values, ms);
  };
  await make();
  Reflect.deleteProperty(engine, 'read');
  return count;
}

describe('Names on a page', () => {
  it('are links if somebody has them, in any letter case, and otherwise text', async () => {
    expect(await open(project)).toContain(`By ${link('ada')} and @nobody`);
    const description = '@Ada, @ADA, @nobody, rené@ada and 你好@root';
    const issue = await forge.seed.issue(project, ada, { description });
    expect(await open(issue)).toContain(
      `<p>${link('Ada')}, ${link('ADA')}, @nobody, rené@ada and 你好${link('root')}</p>`,
    );
  });

  it('are text while their users are blocked, and after their deletion', async () => {
    const eve = await forge.seed.user({ username: 'eve' });
    const issue = await forge.seed.issue(project, ada);
    await forge.seed.note(issue, ada, { body: 'See @eve' });
    expect(await open(issue)).toContain(`<p>See ${link('eve')}</p>`);
    await forge.root.put(`${eve.at}/block`);
    expect(await open(issue)).toContain('<p>See @eve</p>');
    await forge.root.put(`${eve.at}/unblock`);
    expect(await open(issue)).toContain(`<p>See ${link('eve')}</p>`);
    await forge.root.delete(eve.at);
    expect(await open(issue)).toContain('<p>See @eve</p>');
  });

  it('are links for the ghost, who has a page', async () => {
    const eve = await forge.seed.user();
    await forge.root.delete(eve.at);
    const issue = await forge.seed.issue(project, ada, { description: 'By @ghost' });
    expect(await open(issue)).toContain(`<p>By ${link('ghost')}</p>`);
  });

  it('are looked up with one statement for all texts, and with none if there are none', async () => {
    const issue = await forge.seed.issue(project, ada, { description: 'Nobody' });
    expect(await lookups(() => open(issue))).toBe(0);
    for (const name of ['ada', 'root', 'nobody', 'somebody', 'ada'])
      await forge.seed.note(issue, ada, { body: `@${name}, @x${name} and @ada` });
    expect(await lookups(() => open(issue))).toBe(1);
  });

  it('are looked up for hundreds of names', async () => {
    const names = Array.from({ length: 900 }, (_, n) => `@n${n}`);
    const issue = await forge.seed.issue(project, ada, {
      description: [...names, '@ada'].join(' '),
    });
    const text = await open(issue);
    expect(text).toContain(`@n899 ${link('ada')}`);
    expect(text).not.toContain('<a href="/n');
  });
});
