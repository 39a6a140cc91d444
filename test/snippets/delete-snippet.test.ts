import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import { countRows } from '../support/beneath.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/views.js';

describe('DELETE /projects/:id/snippets/:snippet_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let author: SeededUser;
  let project: Resource;
  let snippet: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, author] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, author, LEVEL.reporter);
  });
  beforeEach(async () => {
    snippet = await forge.seed.snippet(project, author);
  });
  afterAll(() => forge.close());

  const NOTES = "noteable_type = 'Snippet' AND noteable_id = :id";
  const notFound = answered(404, { message: '404 Snippet Not Found' });

  it('answers 200 and the snippet, then 404', async () => {
    const { body } = await author.client.get(snippet.at);
    expect(await author.client.delete(snippet.at)).toEqual(answered(200, body));
    expect(await author.client.delete(snippet.at)).toEqual(notFound);
  });

  it('takes its notes, its awards and the events about it along', async () => {
    const eventsOf = async () => (await owner.client.get(`${owner.at}/events`)).body;
    const before = await eventsOf();
    const note = await forge.seed.note(snippet, owner);
    await forge.seed.note(snippet, owner, { body: ':tada:' });
    await author.client.post(`${note.at}/award_emoji`, { name: 'heart' });
    await author.client.delete(snippet.at);
    for (const path of ['/notes', '/award_emoji', '/raw', `/notes/${note.id}/award_emoji`]) {
      expect(await owner.client.get(snippet.at + path)).toEqual(notFound);
    }
    expect(await eventsOf()).toEqual(before);
  });

  it('leaves the other snippets and their notes', async () => {
    const other = await forge.seed.snippet(project, author);
    await forge.seed.note(other, owner);
    await author.client.delete(snippet.at);
    expect((await author.client.get<unknown[]>(`${other.at}/notes`)).body).toHaveLength(1);
  });

  it('leaves the issue of the same id, and its notes', async () => {
    const { id } = snippet;
    let issue = await forge.seed.issue(project, owner);
    while (issue.id < id) issue = await forge.seed.issue(project, owner);
    const note = await forge.seed.note(issue, owner);
    await author.client.delete(snippet.at);
    expect((await owner.client.get(note.at)).status).toBe(200);
  });

  it('is refused to others who see it, be it the owner of the project', async () => {
    const master = await forge.seed.user();
    await forge.seed.member(project, master, LEVEL.master);
    for (const client of [master.client, owner.client, forge.root.sudo(owner.id)]) {
      expect(await client.delete(snippet.at)).toEqual(answered(403, { message: '403 Forbidden' }));
    }
  });

  it('is for administrators, and for who acts as its author', async () => {
    const other = await forge.seed.snippet(project, author);
    expect((await forge.root.delete(snippet.at)).status).toBe(200);
    expect((await forge.root.sudo(author.id).delete(other.at)).status).toBe(200);
  });

  it('is gone when it is removed and written on at once, with all that was written', async () => {
    const at = snippet.at;
    const writes = Array.from({ length: 10 }, () =>
      author.client.post(`${at}/notes`, { body: 'x' }),
    );
    const [removed, ...written] = await Promise.all([author.client.delete(at), ...writes]);
    expect(removed.status).toBe(200);
    expect(
      written.map(({ status }) => status).filter((code) => ![201, 404].includes(code)),
    ).toEqual([]);
    expect(await forge.root.get(at)).toEqual(notFound);
    expect(await countRows(forge, 'notes', NOTES, { id: snippet.id })).toBe(0);
  });

  it('finds it under its own project only', async () => {
    const other = await forge.seed.project(owner);
    expect(await forge.root.delete(`${other.at}/snippets/${snippet.id}`)).toEqual(notFound);
    expect((await author.client.get(snippet.at)).status).toBe(200);
  });

  notFoundByOddIds('Snippet', (id) => {
    return { client: forge.root, method: 'DELETE', path: `${project.at}/snippets/${id}` };
  });
});
