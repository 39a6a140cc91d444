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
  ['characters that JSON writes as six bytes', '\u0001', ['once', 'again']],
  ['characters of four bytes', '😀', ['once']],
])('a page of 100 notes with 65,536 %s', (_name, character, attempts) => {
  const body = character.repeat(LENGTH);

  it(`is sent whole to a user who has read everything before, ${attempts.join(' and ')}`, async () => {
    const issue = await forge.seed.issue(project, ada);
    for (let n = 0; n < ITEMS; n++) await forge.seed.note(issue, ada, { body: 'x' });
    const onIssue = "noteable_type = 'Issue' AND noteable_id = :issue";
    await write(forge, `UPDATE notes SET body = :body WHERE ${onIssue}`, { body, issue: issue.id });
    for (const attempt of attempts) {
      const page = await ada.client.get<{ body: string }[]>(`${issue.at}/notes?per_page=100`);
      expect([attempt, page.status, page.body.length]).toEqual([attempt, 200, ITEMS]);
      expect(page.body.every((note) => note.body === body)).toBe(true);
      expect(page.headers.get('x-total')).toBe(String(ITEMS));
    }
  });
});
