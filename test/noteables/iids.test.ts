import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { ISSUE, MERGE_REQUEST } from '../support/noteables.js';
import type { Resource, SeededUser } from '../support/seed.js';

interface Numbered {
  id: number;
  iid: number;
}

let forge: Forge;
let ada: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user({ projects_limit: 100 });
});
beforeEach(async () => {
  project = await forge.seed.project(ada);
});
afterAll(() => forge.close());

const PAIRS = [
  { ...ISSUE, other: MERGE_REQUEST },
  { ...MERGE_REQUEST, other: ISSUE },
];

describe.each(PAIRS)('The iid of one of $path', ({ path, make, other }) => {
  const given = { title: 'T', source_branch: 'a', target_branch: 'b' };
  const open = (at = project.at): Promise<Answer<Numbered>> =>
    ada.client.post(`${at}/${path}`, given);
  const remove = (id: number) => ada.client.delete(`${project.at}/${path}/${id}`);

  it('counts from 1 in each project', async () => {
    const elsewhere = await forge.seed.project(ada);
    const made = [await open(), await open(elsewhere.at), await open(), await open(elsewhere.at)];
    expect(made.map(({ body }) => body.iid)).toEqual([1, 1, 2, 2]);
  });

  it('counts separately from the other kind', async () => {
    await other.make(forge.seed, project, ada);
    const made = [await open(), await open()];
    const { iid } = await other.make(forge.seed, project, ada);
    expect([...made.map(({ body }) => body.iid), iid]).toEqual([1, 2, 2]);
  });

  it('is one of 1 to 20 for 20 concurrent requests', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => open()));
    const iids = made.map(({ body }) => body.iid).sort((a, b) => a - b);
    expect(iids).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('is not reused after the deletion of the last one or of all', async () => {
    const first = await open();
    await remove((await open()).body.id);
    expect((await open()).body.iid).toBe(3);
    const { body } = await ada.client.get<Numbered[]>(`${project.at}/${path}`);
    for (const { id } of body) await remove(id);
    expect([first.body.iid, (await open()).body.iid]).toEqual([1, 4]);
  });

  it('is not used up by a refused request', async () => {
    await ada.client.post(`${project.at}/${path}`, { ...given, title: '' });
    await ada.client.post(`${project.at}/${path}`, { ...given, assignee_id: 999_999 });
    expect((await open()).body.iid).toBe(1);
  });

  it('is not an id of the path', async () => {
    await make(forge.seed, project, ada);
    const far = await forge.seed.project(ada);
    const { body } = await open(far.at);
    expect(body.iid).not.toBe(body.id);
    expect((await ada.client.get(`${far.at}/${path}/${body.iid}`)).status).toBe(404);
  });
});
