import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import type { Resource, SeededUser } from '../support/seed.js';

interface Numbered {
  id: number;
  iid: number;
}

describe('The iid of a merge request', () => {
  let forge: Forge;
  let ada: SeededUser;
  let project: Resource;

  beforeAll(async () => {
    forge = await startForge();
    ada = await forge.seed.user();
  });
  beforeEach(async () => {
    project = await forge.seed.project(ada);
  });
  afterAll(() => forge.close());

  const given = { title: 'T', source_branch: 'a', target_branch: 'b' };
  const open = (at = project.at): Promise<Answer<Numbered>> =>
    ada.client.post(`${at}/merge_requests`, given);
  const count = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n);

  it('counts from 1 in each project, apart from the issues', async () => {
    const other = await forge.seed.project(ada);
    await forge.seed.issue(project, ada);
    const made = [await open(), await open(other.at), await open(), await open(other.at)];
    const issue = await forge.seed.issue(project, ada);
    expect(made.map(({ body }) => body.iid)).toEqual([1, 1, 2, 2]);
    expect(issue['iid']).toBe(2);
  });

  it('is one of 1 to 50 for each of 50 opened at once', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => open()));
    const iids = made.map(({ body }) => body.iid).sort((a, b) => a - b);
    expect(iids).toEqual(count(1, 50));
  });

  it('is never used again, be the one deleted the last', async () => {
    await open();
    await ada.client.delete(`${project.at}/merge_requests/${(await open()).body.id}`);
    expect((await open()).body.iid).toBe(3);
  });

  it('is not used up by a request that was refused', async () => {
    await ada.client.post(`${project.at}/merge_requests`, { ...given, title: '' });
    await ada.client.post(`${project.at}/merge_requests`, { ...given, assignee_id: 999_999 });
    expect((await open()).body.iid).toBe(1);
  });
});
