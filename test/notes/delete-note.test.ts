import { startForge, type Forge } from '../support/app.js';
import { NOTEABLES } from '../support/noteables.js';
import { deletedNoteView } from '../support/project-views.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let owner: SeededUser;
let author: SeededUser;
let master: SeededUser;
let developer: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  [owner, author] = [await forge.seed.user(), await forge.seed.user()];
  [master, developer] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  await forge.seed.member(project, master, LEVEL.master);
  await forge.seed.member(project, developer, LEVEL.developer);
});
afterAll(() => forge.close());

const forbidden = () => answered(403, { message: '403 Forbidden' });
const notFound = (resourceName: string) =>
  answered(404, { message: `404 ${resourceName} Not Found` });

describe.each(NOTEABLES)('DELETE /projects/:id/$noteable/notes/:note_id', (kind) => {
  const { type, resourceName, path, make } = kind;
  let noteable: Resource;
  let note: Resource;

  beforeEach(async () => {
    noteable = await make(forge.seed, project, developer);
    note = await forge.seed.note(noteable, author, { body: 'Hello' });
  });

  const deleted = () =>
    deletedNoteView(forge, noteable, author, { id: note.id, body: 'Hello', noteable_type: type });

  it('returns 200 and the note without updated_at, its author with URLs', async () => {
    expect(await author.client.delete(note.at)).toEqual(answered(200, deleted()));
  });

  it('removes the note, its event and its awards, and keeps the other notes', async () => {
    const writer = await forge.seed.user();
    const { at } = await forge.seed.note(noteable, writer);
    await owner.client.post(`${at}/award_emoji`, { name: 'tada' });
    await writer.client.delete(at);
    expect(await writer.client.delete(at)).toEqual(notFound('Note'));
    expect(await writer.client.get(at)).toEqual(notFound('Note'));
    expect(await writer.client.put(at, { body: 'x' })).toEqual(notFound('Note'));
    expect(await writer.client.get(`${at}/award_emoji`)).toEqual(notFound('Note'));
    const { body } = await writer.client.get<Resource[]>(`${noteable.at}/notes`);
    expect(body.map((left) => left.id)).toEqual([note.id]);
    expect((await writer.client.get(`${writer.at}/events`)).body).toEqual([]);
  });

  it('returns 404 below another noteable or project', async () => {
    const beside = await make(forge.seed, project, owner);
    const other = await forge.seed.project(owner);
    const below = `/${path}/${noteable.id}/notes/${note.id}`;
    expect(await owner.client.delete(`${beside.at}/notes/${note.id}`)).toEqual(notFound('Note'));
    expect(await owner.client.delete(other.at + below)).toEqual(notFound(resourceName));
    expect(await author.client.delete(other.at + below)).toEqual(notFound('Project'));
    expect((await author.client.get(note.at)).status).toBe(200);
  });

  it('ignores ids in the body and the query', async () => {
    const other = await forge.seed.note(noteable, author);
    const ids = { note_id: other.id, issue_id: 0, snippet_id: 0, merge_request_id: 0 };
    const { body } = await author.client.delete(`${note.at}?note_id=${other.id}`, ids);
    expect(body).toEqual(deleted());
  });
});

// One service deletes the notes on all kinds. test/permissions tests who may delete which.
describe('DELETE /projects/:id/issues/:issue_id/notes/:note_id', () => {
  let note: Resource;
  beforeEach(async () => {
    const issue = await forge.seed.issue(project, developer);
    note = await forge.seed.note(issue, author);
  });

  it('returns 403 to others who see it, even the author of the noteable', async () => {
    const outsider = await forge.seed.user();
    for (const client of [developer.client, outsider.client, forge.root.sudo(outsider.id)]) {
      expect(await client.delete(note.at)).toEqual(forbidden());
    }
    expect((await author.client.get(note.at)).status).toBe(200);
  });

  it('succeeds once of 5 concurrent requests', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, () => author.client.delete(note.at)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });
  it('returns 404 to the author who can no longer see the issue', async () => {
    const issue = await forge.seed.issue(project, owner);
    const { at } = await forge.seed.note(issue, author);
    await owner.client.put(issue.at, { confidential: true });
    expect(await author.client.delete(at)).toEqual(notFound('Issue'));
  });

  describe('of a system note', () => {
    let at: string;
    beforeEach(async () => {
      const issue = await forge.seed.issue(project, author);
      await author.client.put(issue.at, { state_event: 'close' });
      const { body } = await author.client.get<[Resource]>(`${issue.at}/notes`);
      at = `${issue.at}/notes/${body[0].id}`;
    });

    it.each([
      ['masters', () => master.client],
      ['the owner', () => owner.client],
      ['administrators', () => forge.root],
    ])('lets %s delete it', async (_, client) => {
      const { status, body } = await client().delete(at);
      expect([status, body]).toMatchObject([200, { body: 'closed', system: true }]);
    });

    it('returns 403 to others, even to the user who closed the issue', async () => {
      for (const { client } of [author, developer]) {
        expect(await client.delete(at)).toEqual(forbidden());
      }
    });
  });
});
