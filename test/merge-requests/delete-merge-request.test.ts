import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { countRows } from '../support/beneath.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

describe('DELETE /projects/:id/merge_requests/:merge_request_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let author: SeededUser;
  let project: Resource;
  let mergeRequest: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, author] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, author, LEVEL.developer);
  });
  beforeEach(async () => {
    mergeRequest = await forge.seed.mergeRequest(project, author);
  });
  afterAll(() => forge.close());

  const NOTES = "noteable_type = 'MergeRequest' AND noteable_id = :id";
  const notFound = answered(404, { message: '404 Merge Request Not Found' });

  it('answers 200 and the merge request, then 404', async () => {
    const { body } = await owner.client.get(mergeRequest.at);
    expect(await owner.client.delete(mergeRequest.at)).toEqual(answered(200, body));
    expect(await owner.client.delete(mergeRequest.at)).toEqual(notFound);
  });

  it('takes its notes, its awards and the events about it along', async () => {
    const eventsOf = async () => (await author.client.get<unknown[]>(`${author.at}/events`)).body;
    const opened = await eventsOf();
    const note = await forge.seed.note(mergeRequest, author);
    await forge.seed.note(mergeRequest, owner, { body: ':tada:' });
    await owner.client.post(`${note.at}/award_emoji`, { name: 'heart' });
    await author.client.put(mergeRequest.at, { state_event: 'merge' });
    await owner.client.delete(mergeRequest.at);
    for (const path of ['/notes', '/award_emoji', `/notes/${note.id}/award_emoji`]) {
      expect(await owner.client.get(mergeRequest.at + path)).toEqual(notFound);
    }
    expect(await eventsOf()).toEqual(opened.slice(1));
  });

  it('leaves the others and their notes', async () => {
    const other = await forge.seed.mergeRequest(project, author);
    await forge.seed.note(other, owner);
    await owner.client.delete(mergeRequest.at);
    expect((await author.client.get<unknown[]>(`${other.at}/notes`)).body).toHaveLength(1);
  });

  it('is refused to its author and to masters, who see it', async () => {
    const master = await forge.seed.user();
    await forge.seed.member(project, master, LEVEL.master);
    for (const { client } of [author, master]) {
      expect(await client.delete(mergeRequest.at)).toEqual(
        answered(403, { message: '403 Forbidden' }),
      );
    }
  });

  it('is for administrators, but not where they act as its author', async () => {
    expect((await forge.root.sudo(author.id).delete(mergeRequest.at)).status).toBe(403);
    expect((await forge.root.delete(mergeRequest.at)).status).toBe(200);
  });

  it('is gone when it is removed and written on at once, with all that was written', async () => {
    const at = mergeRequest.at;
    const writes = Array.from({ length: 10 }, () =>
      author.client.post(`${at}/notes`, { body: 'x' }),
    );
    const [removed, ...written] = await Promise.all([owner.client.delete(at), ...writes]);
    expect(removed.status).toBe(200);
    expect(
      written.map(({ status }) => status).filter((code) => ![201, 404].includes(code)),
    ).toEqual([]);
    expect(await forge.root.get(at)).toEqual(notFound);
    expect(await countRows(forge, 'notes', NOTES, { id: mergeRequest.id })).toBe(0);
  });

  it('finds it under its own project only', async () => {
    const other = await forge.seed.project(owner);
    expect(await owner.client.delete(`${other.at}/merge_requests/${mergeRequest.id}`)).toEqual(
      notFound,
    );
    expect((await owner.client.get(mergeRequest.at)).status).toBe(200);
  });

  notFoundByOddIds('Merge Request', (id) => {
    return { client: owner.client, method: 'DELETE', path: `${project.at}/merge_requests/${id}` };
  });
});
