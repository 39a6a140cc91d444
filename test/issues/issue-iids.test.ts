import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import type { Resource, SeededUser } from '../support/seed.js';

interface Numbered {
  id: number;
  iid: number;
}

describe('The iid of an issue', () => {
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

  const open = (at = project.at): Promise<Answer<Numbered>> =>
    ada.client.post(`${at}/issues`, { title: 'T' });
  const count = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n);

  it('counts from 1 in each project', async () => {
    const other = await forge.seed.project(ada);
    const made = [await open(), await open(other.at), await open(), await open(other.at)];
    expect(made.map(({ body }) => body.iid)).toEqual([1, 1, 2, 2]);
  });

  it('is one of 1 to 50 for each of 50 issues opened at once', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => open()));
    const iids = made.map(({ body }) => body.iid).sort((a, b) => a - b);
    expect(iids).toEqual(count(1, 50));
  });

  it('is never used again, be the issue deleted the last or all there were', async () => {
    const first = await open();
    await ada.client.delete(`${project.at}/issues/${(await open()).body.id}`);
    expect((await open()).body.iid).toBe(3);
    const { body } = await ada.client.get<Numbered[]>(`${project.at}/issues`);
    for (const { id } of body) await ada.client.delete(`${project.at}/issues/${id}`);
    expect([first.body.iid, (await open()).body.iid]).toEqual([1, 4]);
  });

  it('is not used up by a request that was refused', async () => {
    await ada.client.post(`${project.at}/issues`, { title: '' });
    await ada.client.post(`${project.at}/issues`, { title: 'T', assignee_id: 999_999 });
    expect((await open()).body.iid).toBe(1);
  });

  it('is no id to find the issue by', async () => {
    const far = await forge.seed.project(ada);
    await open();
    const made = await open(far.at);
    expect(made.body.iid).not.toBe(made.body.id);
    expect((await ada.client.get(`${far.at}/issues/${made.body.iid}`)).status).toBe(404);
  });
});
