import { startForge, type Forge } from '../support/app.js';
import { deletionsFinished } from '../support/deletions.js';
import { countRows } from '../support/direct-sql.js';
import { addNotes } from '../support/many-rows.js';
import { NOTEABLES } from '../support/noteables.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
let owner: SeededUser;
let author: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  [owner, author] = [await forge.seed.user(), await forge.seed.user()];
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  await forge.seed.member(project, author, LEVEL.developer);
});
afterAll(() => forge.close());

// test/permissions tests who may delete which.
describe.each(NOTEABLES)('DELETE /projects/:id/$noteable', ({ type, resourceName, path, make }) => {
  let noteable: Resource;
  beforeEach(async () => {
    noteable = await make(forge.seed, project, author);
  });

  /** By a user who may delete every kind. */
  const remove = (at = noteable.at) => forge.root.delete(at);
  const notFound = answered(404, { message: `404 ${resourceName} Not Found` });

  it('returns 200 and what was deleted, then 404', async () => {
    const { body } = await owner.client.get(noteable.at);
    expect(await remove()).toEqual(answered(200, body));
    expect(await remove()).toEqual(notFound);
    expect(await owner.client.get(noteable.at)).toEqual(notFound);
  });

  it('removes its notes, awards and events', async () => {
    const writer = await forge.seed.user();
    await forge.seed.member(project, writer, LEVEL.developer);
    const eventsOf = async () => (await writer.client.get<unknown[]>(`${writer.at}/events`)).body;
    const before = await eventsOf();
    const { at } = await make(forge.seed, project, writer);
    const note = await forge.seed.note({ ...noteable, at }, writer);
    await forge.seed.note({ ...noteable, at }, owner, { body: ':tada:' });
    await owner.client.post(`${note.at}/award_emoji`, { name: 'heart' });
    const state_event = { Issue: 'close', MergeRequest: 'merge', Snippet: null }[type];
    if (state_event) await writer.client.put(at, { state_event });
    expect((await eventsOf()).length).toBeGreaterThan(before.length);
    await remove(at);
    const below = ['/notes', `/notes/${note.id}`, '/award_emoji', `/notes/${note.id}/award_emoji`];
    for (const each of type === 'Snippet' ? [...below, '/raw'] : below) {
      expect(await owner.client.get(at + each)).toEqual(notFound);
    }
    expect(await eventsOf()).toEqual(before);
  });

  it('keeps others of its kind and their notes', async () => {
    const other = await make(forge.seed, project, author);
    await forge.seed.note(other, owner);
    await remove();
    expect((await author.client.get<unknown[]>(`${other.at}/notes`)).body).toHaveLength(1);
  });

  it('keeps the notes of other kinds with the same id', async () => {
    for (const kind of NOTEABLES.filter((one) => one.type !== type)) {
      let namesake = await kind.make(forge.seed, project, author);
      let deleted = await make(forge.seed, project, author);
      while (namesake.id < deleted.id) namesake = await kind.make(forge.seed, project, author);
      while (deleted.id < namesake.id) deleted = await make(forge.seed, project, author);
      const note = await forge.seed.note(namesake, owner);
      await remove(deleted.at);
      expect((await owner.client.get(note.at)).status).toBe(200);
    }
  });

  it('succeeds once of 10 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove()));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(404),
    ]);
  });

  it('leaves no notes that are written at the same time', async () => {
    const { at, id } = noteable;
    const writes = Array.from({ length: 10 }, () =>
      author.client.post(`${at}/notes`, { body: 'x' }),
    );
    const [removed, ...written] = await Promise.all([remove(), ...writes]);
    expect(removed.status).toBe(200);
    const statuses = written.map(({ status }) => status);
    expect(statuses.filter((code) => ![201, 404].includes(code))).toEqual([]);
    expect(await forge.root.get(at)).toEqual(notFound);
    const notes = `noteable_type = '${type}' AND noteable_id = :id`;
    expect(await countRows(forge, 'notes', notes, { id })).toBe(0);
  });

  it('returns 404 below another project and keeps it', async () => {
    const other = await forge.seed.project(owner);
    expect(await remove(`${other.at}/${path}/${noteable.id}`)).toEqual(notFound);
    expect((await owner.client.get(noteable.at)).status).toBe(200);
  });
});

it('DELETE /projects/:id/issues/:issue_id removes more notes than fit into one batch', async () => {
  const other = await forge.seed.project(owner);
  const issue = await forge.seed.issue(other, owner);
  await addNotes(forge, issue, owner, 1_200);
  expect((await owner.client.delete(issue.at)).status).toBe(200);
  await deletionsFinished(forge);
  const notes = "noteable_type = 'Issue' AND noteable_id = :id";
  expect(await countRows(forge, 'notes', notes, issue)).toBe(0);
  expect((await owner.client.delete(other.at)).status).toBe(200);
});
