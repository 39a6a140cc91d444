import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';
import { VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

/** The most items of a page, each with the longest text. */
const ITEMS = 100;
const LENGTH = 65_536;

let forge: Forge;
let ada: SeededUser;
let project: Resource;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  project = await forge.seed.project(ada, { visibility_level: VISIBILITY.private });
});
afterAll(() => forge.close());

describe.each([
  ['characters that JSON writes as six bytes', '\u0001'],
  ['characters of four bytes', '😀'],
])('a page of 100 notes with 65,536 %s', (_name, character) => {
  const body = character.repeat(LENGTH);
  let notes: string;
  beforeAll(async () => {
    const issue = await forge.seed.issue(project, ada);
    notes = `${issue.at}/notes?per_page=100`;
    for (let n = 0; n < ITEMS; n++) await forge.seed.note(issue, ada, { body: 'x' });
    const onIssue = "noteable_type = 'Issue' AND noteable_id = :issue";
    await write(forge, `UPDATE notes SET body = :body WHERE ${onIssue}`, { body, issue: issue.id });
  });

  it('is sent whole to a user who has read everything before, once and again', async () => {
    for (const attempt of ['once', 'again']) {
      const page = await ada.client.get<{ body: string }[]>(notes);
      expect([attempt, page.status, page.body.length]).toEqual([attempt, 200, ITEMS]);
      expect(page.body.every((note) => note.body === body)).toBe(true);
      expect(page.headers.get('x-total')).toBe(String(ITEMS));
    }
  });

  it('has the same headers in the response to HEAD', async () => {
    const { status, headers } = await ada.client.send('HEAD', notes);
    expect([status, headers.get('x-total')]).toEqual([200, String(ITEMS)]);
  });
});
