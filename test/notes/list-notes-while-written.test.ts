import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';

const WRITERS = 4;
/** All together they fit on one page. */
const NOTES_OF_EACH = 25;

describe('GET .../issues/:issue_id/notes while notes are written', () => {
  let forge: Forge;
  let ada: SeededUser;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
    issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  });
  afterAll(() => forge.close());

  it('counts exactly the notes that it returns', async () => {
    let isOver = false;
    const write = async () => {
      for (let n = 0; n < NOTES_OF_EACH; n++) await forge.seed.note(issue, ada);
    };
    const read = async () => {
      const pages: [string | null, string][] = [];
      while (!isOver) {
        const answer = await ada.client.get<object[]>(`${issue.at}/notes?per_page=100`);
        pages.push([answer.headers.get('X-Total'), String(answer.body.length)]);
      }
      return pages;
    };
    const reading = Promise.all([read(), read()]);
    await Promise.all(Array.from({ length: WRITERS }, write));
    isOver = true;
    const pages = (await reading).flat();
    expect(pages.filter(([total, rows]) => total !== rows)).toEqual([]);
    expect(pages.length).toBeGreaterThan(1);
  });
});
