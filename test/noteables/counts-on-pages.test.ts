import { navigation, tabs, visit } from '../pages/pages.js';
import { startForge, type Forge } from '../support/app.js';
import { engineOf, write } from '../support/internals.js';
import { addIssues } from '../support/many-rows.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

let forge: Forge;
let ada: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ username: 'ada' });
  const given = { path: 'engine', visibility_level: VISIBILITY.public };
  project = await forge.seed.project(ada, given);
});
afterAll(() => forge.close());

const list = async (query: string) => (await visit(forge, `/ada/engine/${query}`)).text;

/** How many statements a page reads. */
async function statements(make: () => Promise<unknown>): Promise<number> {
  const engine = engineOf(forge);
  const read = engine.read.bind(engine);
  let count = 0;
  engine.read = (...query) => {
    count++;
    return read(...query);
  };
  await make();
  Reflect.deleteProperty(engine, 'read');
  return count;
}

describe('Counts on pages of lists', () => {
  it('are those of what everyone may see, in each state', async () => {
    for (const title of ['Shown', 'Closed', 'Merged']) {
      const { at } = await forge.seed.mergeRequest(project, ada, { title });
      if (title !== 'Shown')
        await ada.client.put(at, { state_event: title === 'Closed' ? 'close' : 'merge' });
    }
    expect(tabs(await list('merge_requests'))).toBe('→Open 1 Merged 1 Closed 1 All 3');
    expect(tabs(await list('merge_requests?state=all'))).toBe('Open 1 Merged 1 Closed 1 →All 3');
  });

  it('stop at 10,000', async () => {
    await addIssues(forge, project, ada, 10_001);
    await write(forge, "UPDATE issues SET state = 'closed' WHERE project_id = :id AND iid <= 3", {
      id: project.id,
    });
    const open = await list('issues?page=7');
    expect(tabs(open)).toBe('→Open 9,998 Closed 3 All 10,000+');
    expect(navigation(open, 'Pages of issues')).toBe('Previous 1 … 6 →7 8 … 500 Next');
    const all = await list('issues?state=all&page=7');
    expect(tabs(all)).toBe('Open 9,998 Closed 3 →All 10,000+');
    expect(navigation(all, 'Pages of issues')).toBe('Previous 1 … 6 →7 8 … Next');
  });

  it.each([
    ['issues', 3],
    ['issues?state=all', 4],
    ['merge_requests', 4],
    ['merge_requests?state=all', 5],
    ['merge_requests?state=all&page=2', 6],
    ['snippets', 2],
  ])('of %s take the page %d statements', async (query, count) => {
    expect(await statements(() => list(query))).toBe(count);
  });
});
