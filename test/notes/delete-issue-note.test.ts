import { notFoundByOddIds } from '../behaviours/not-found-by-odd-ids.js';
import { startForge, type Forge } from '../support/app.js';
import type { Client } from '../support/client.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { deletedNoteView } from '../support/project-views.js';
import { answered } from '../support/views.js';

describe('DELETE /projects/:id/issues/:issue_id/notes/:note_id', () => {
  let forge: Forge;
  let owner: SeededUser;
  let author: SeededUser;
  let master: SeededUser;
  let developer: SeededUser;
  let project: Resource;
  let issue: Resource;
  let note: Resource;

  beforeAll(async () => {
    forge = await startForge();
    [owner, author] = [await forge.seed.user(), await forge.seed.user()];
    [master, developer] = [await forge.seed.user(), await forge.seed.user()];
    project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
    await forge.seed.member(project, master, LEVEL.master);
    await forge.seed.member(project, developer, LEVEL.developer);
    issue = await forge.seed.issue(project, owner);
  });
  beforeEach(async () => {
    note = await forge.seed.note(issue, author, { body: 'Hello' });
  });
  afterAll(() => forge.close());

  const forbidden = () => answered(403, { message: '403 Forbidden' });
  const notFound = (thing: string) => answered(404, { message: `404 ${thing} Not Found` });
  const deleted = () => deletedNoteView(forge, issue, author, { id: note.id, body: 'Hello' });

  it('answers 200 and the note without updated_at, its author with URLs', async () => {
    expect(await author.client.delete(note.at)).toEqual(answered(200, deleted()));
  });

  it('answers 404 when the note does not exist, and so the second time', async () => {
    await author.client.delete(note.at);
    expect(await author.client.delete(note.at)).toEqual(notFound('Note'));
  });

  it('removes it from everything', async () => {
    await author.client.delete(note.at);
    expect(await author.client.get(note.at)).toEqual(notFound('Note'));
    expect(await author.client.put(note.at, { body: 'x' })).toEqual(notFound('Note'));
    expect((await author.client.get(`${issue.at}/notes`)).body).toEqual([]);
    expect((await author.client.get(`${author.at}/events`)).body).toEqual([]);
  });

  it('leaves the other notes', async () => {
    const other = await forge.seed.note(issue, author);
    await author.client.delete(note.at);
    const { body } = await author.client.get<Resource[]>(`${issue.at}/notes`);
    await author.client.delete(other.at);
    expect(body.map(({ id }) => id)).toEqual([other.id]);
  });

  it.each([
    ['masters', () => master.client],
    ['the owner', () => owner.client],
    ['administrators', () => forge.root],
    ['administrators who act as the author', () => forge.root.sudo(author.id)],
  ])('is for %s too', async (_, client) => {
    expect(await client().delete(note.at)).toEqual(answered(200, deleted()));
  });

  it('is refused to others who see it', async () => {
    const outsider = await forge.seed.user();
    const others: Client[] = [developer.client, outsider.client, forge.root.sudo(outsider.id)];
    for (const client of others) expect(await client.delete(note.at)).toEqual(forbidden());
    expect((await author.client.delete(note.at)).status).toBe(200);
  });

  describe('of a note the service wrote', () => {
    let closing: string;
    beforeEach(async () => {
      const closed = await forge.seed.issue(project, author);
      await author.client.put(closed.at, { state_event: 'close' });
      const { body } = await author.client.get<Resource[]>(`${closed.at}/notes`);
      closing = `${closed.at}/notes/${body[0].id}`;
    });

    it.each([
      ['masters', () => master.client],
      ['the owner', () => owner.client],
      ['administrators', () => forge.root],
    ])('is for %s', async (_, client) => {
      const { status, body } = await client().delete(closing);
      expect([status, body]).toMatchObject([200, { body: 'closed', system: true }]);
    });

    it('is refused to others, be it who caused it', async () => {
      for (const { client } of [author, developer]) {
        expect(await client.delete(closing)).toEqual(forbidden());
      }
    });
  });

  it('finds it under its own issue and project only', async () => {
    const beside = await forge.seed.issue(project, owner);
    const other = await forge.seed.project(owner);
    const path = `/issues/${issue.id}/notes/${note.id}`;
    expect(await owner.client.delete(`${beside.at}/notes/${note.id}`)).toEqual(notFound('Note'));
    expect(await owner.client.delete(other.at + path)).toEqual(notFound('Issue'));
    expect(await author.client.delete(other.at + path)).toEqual(notFound('Project'));
    expect((await author.client.delete(note.at)).status).toBe(200);
  });

  it('does not exist for its author when he may not see the issue any more', async () => {
    const hidden = await forge.seed.issue(project, owner);
    const { at } = await forge.seed.note(hidden, author);
    await owner.client.put(hidden.at, { confidential: true });
    expect(await author.client.delete(at)).toEqual(notFound('Issue'));
  });

  it('takes the ids of the path, whatever the body and the query say', async () => {
    const other = await forge.seed.note(issue, author);
    const ids = { note_id: other.id, issue_id: 0 };
    const { body } = await author.client.delete(`${note.at}?note_id=${other.id}`, ids);
    await author.client.delete(other.at);
    expect(body).toEqual(deleted());
  });

  it('removes once of five times at once', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, () => author.client.delete(note.at)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  notFoundByOddIds('Note', (id) => {
    return { client: forge.root, method: 'DELETE', path: `${issue.at}/notes/${id}` };
  });
});
