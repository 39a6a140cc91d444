import { startForge, type Forge } from '../support/app.js';
import { engineOf } from '../support/internals.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { visit } from '../pages/pages.js';

let forge: Forge;
let ada: SeededUser;
/** A project with issue 1 and merge request 1. */
let project: Resource;
let issue: Resource;

const createProject = (path: string): Promise<Resource> =>
  forge.seed.project(ada, { name: path, path, visibility_level: VISIBILITY.public });

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
});
afterAll(() => forge.close());

let count = 0;
beforeEach(async () => {
  project = await createProject(`p${++count}`);
  issue = await forge.seed.issue(project, ada);
  await forge.seed.mergeRequest(project, ada);
});

const pathOf = ({ web_url }: Resource): string => String(web_url).slice(forge.url.length);
const open = async (resource: Resource) => (await visit(forge, pathOf(resource))).text;
const issueLink = (number: number) =>
  `<a href="${pathOf(project)}/issues/${number}">#${number}</a>`;
const changeLink = (number: number) =>
  `<a href="${pathOf(project)}/merge_requests/${number}">!${number}</a>`;

/** The statements that look for numbers while a page is made. */
async function lookups(make: () => Promise<unknown>): Promise<number> {
  const engine = engineOf(forge);
  const read = engine.read.bind(engine);
  let found = 0;
  engine.read = (query, values, ms) => {
    if (query.names.includes('merge_requests')) found++;
    return read(query, values, ms);
  };
  await make();
  Reflect.deleteProperty(engine, 'read');
  return found;
}

describe('Numbers on a page', () => {
  it('are links if there is such an issue or merge request, and otherwise text', async () => {
    const body = 'See #1, !1, #2, !2, #999, !2147483648, #0 and #01';
    await forge.seed.note(issue, ada, { body });
    await ada.client.put(project.at, { description: 'See #1 and !999' });
    expect(await open(issue)).toContain(
      `<p>See ${issueLink(1)}, ${changeLink(1)}, #2, !2, #999, !2147483648, #0 and #01</p>`,
    );
    expect(await open(project)).toContain(`<p>See ${issueLink(1)} and !999</p>`);
  });

  it('are those of the project of the page', async () => {
    const other = await createProject('other');
    for (let n = 1; n <= 3; n++) await forge.seed.issue(other, ada);
    await forge.seed.mergeRequest(other, ada);
    await forge.seed.mergeRequest(other, ada);
    await forge.seed.note(issue, ada, { body: '#1 #3 !1 !2' });
    expect(await open(issue)).toContain(`<p>${issueLink(1)} #3 ${changeLink(1)} !2</p>`);
  });

  it('are text for confidential issues, which readers of pages cannot open', async () => {
    const second = await forge.seed.issue(project, ada, { confidential: true });
    await forge.seed.note(issue, ada, { body: 'Like #2' });
    expect(await open(issue)).toContain('<p>Like #2</p>');
    await ada.client.put(second.at, { confidential: false });
    expect(await open(issue)).toContain(`<p>Like ${issueLink(2)}</p>`);
  });

  it('are text after the deletion', async () => {
    const second = await forge.seed.issue(project, ada);
    await forge.seed.note(issue, ada, { body: 'Like #2' });
    expect(await open(issue)).toContain(`<p>Like ${issueLink(2)}</p>`);
    await ada.client.delete(second.at);
    expect(await open(issue)).toContain('<p>Like #2</p>');
  });

  it('are looked up with one statement for all texts, and with none if there are none', async () => {
    await ada.client.put(issue.at, { description: 'None' });
    expect(await lookups(() => open(issue))).toBe(0);
    for (const number of [1, 2, 3])
      await forge.seed.note(issue, ada, { body: `#${number}, !${number}` });
    expect(await lookups(() => open(issue))).toBe(1);
  });
});
