import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { addNotes } from '../support/many-rows.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

describe('DELETE /projects/:id/issues/:issue_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let ada: SeededUser;
  let project: Resource;
  let issue: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, ada] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  });
  beforeEach(async () => {
    issue = await forge.seed.issue(project, ada);
  });
  afterAll(() => forge.close());

  const notFound = answered(404, { message: '404 Issue Not Found' });

  it('answers 200 and the issue, then 404', async () => {
    const { body } = await owner.client.get(issue.at);
    expect(await owner.client.delete(issue.at)).toEqual(answered(200, body));
    expect(await owner.client.delete(issue.at)).toEqual(notFound);
  });

  it('takes its notes and the events about it along', async () => {
    const note = await forge.seed.note(issue, ada);
    await forge.seed.note(issue, owner, { body: ':tada:' });
    const before = await ada.client.get<unknown[]>(`${ada.at}/events`);
    await owner.client.delete(issue.at);
    expect(await owner.client.get(`${issue.at}/notes`)).toEqual(notFound);
    expect(await owner.client.get(note.at)).toEqual(notFound);
    const after = await ada.client.get<unknown[]>(`${ada.at}/events`);
    expect(after.body).toEqual(before.body.slice(2));
  });

  it('leaves the other issues and their notes', async () => {
    const other = await forge.seed.issue(project, ada);
    await forge.seed.note(other, ada);
    await owner.client.delete(issue.at);
    expect((await ada.client.get<unknown[]>(`${other.at}/notes`)).body).toHaveLength(1);
  });

  it('is done once of ten times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => forge.root.delete(issue.at)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(404),
    ]);
  });

  it('removes more notes than fit into one step', async () => {
    await addNotes(forge, issue, ada, 1_200);
    expect((await owner.client.delete(issue.at)).status).toBe(200);
    expect((await owner.client.delete(project.at)).status).toBe(200);
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  });

  it('is refused to its author and to masters, who see it', async () => {
    const master = await forge.seed.user();
    await forge.seed.member(project, master, LEVEL.master);
    for (const { client } of [ada, master]) {
      expect(await client.delete(issue.at)).toEqual(answered(403, { message: '403 Forbidden' }));
    }
  });

  it('is for administrators, but not where they act as its author', async () => {
    expect((await forge.root.sudo(ada.id).delete(issue.at)).status).toBe(403);
    expect((await forge.root.delete(issue.at)).status).toBe(200);
  });

  notFoundByOddIds('Issue', (id) => {
    return { client: owner.client, method: 'DELETE', path: `${project.at}/issues/${id}` };
  });
});
