import { startForge, type Forge } from '../support/app.js';
import { holdWorker, setRowsPerUnit } from '../support/deletions.js';
import { sql } from '../support/internals.js';
import type { Resource, SeededUser } from '../support/seed.js';

const HOUR_MS = 3_600_000;
const realNow = Date.now;

let forge: Forge;
let ada: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
});
beforeEach(async () => {
  ada = await forge.seed.user();
  project = await forge.seed.project(ada);
});
afterEach(() => {
  Date.now = realNow;
});
afterAll(() => forge.close());

/** As an operator or a time server does. The tests run in the process of the service. */
function setClockBack(): void {
  Date.now = () => realNow() - HOUR_MS;
}

interface Times {
  id: number;
  created_at: string;
  updated_at: string;
}
const ROWS: [string, () => Promise<string>][] = [
  ['note', async () => `${(await forge.seed.issue(project, ada)).at}/notes`],
  ['issue', () => Promise.resolve(`${project.at}/issues`)],
];

describe('with the clock set back an hour', () => {
  it.each(ROWS)('a changed %s keeps its order of times', async (name, collection) => {
    const at = await collection();
    const content = name === 'note' ? { body: 'first' } : { title: 'first' };
    const created = (await ada.client.post(at, content)).body as Times;
    setClockBack();
    const changed = name === 'note' ? { body: 'second' } : { title: 'second' };
    const { body } = await ada.client.put(`${at}/${created.id}`, changed);
    const updated = body as Times;
    expect(updated.created_at).toBe(created.created_at);
    expect(updated.updated_at >= created.updated_at).toBe(true);
    // The response shows what is stored.
    expect((await ada.client.get(`${at}/${created.id}`)).body).toMatchObject({
      updated_at: updated.updated_at,
    });
  });

  it('a project is marked as deleted not before it was created', async () => {
    setRowsPerUnit(forge, 0);
    const finish = holdWorker(forge);
    setClockBack();
    expect((await ada.client.delete(project.at)).status).toBe(200);
    const [row] = await sql<{ created_at: number; deleted_at: number }>(
      forge,
      `SELECT created_at, deleted_at FROM projects WHERE id = ${project.id}`,
    );
    expect(row?.deleted_at).toBeGreaterThanOrEqual(row?.created_at ?? NaN);
    await finish();
  });

  it('a note that was changed by an instance with a later clock keeps its time', async () => {
    const at = `${(await forge.seed.issue(project, ada)).at}/notes`;
    const { id } = (await ada.client.post(at, { body: 'first' })).body as Times;
    const later = realNow() + HOUR_MS;
    await sql(forge, `UPDATE notes SET updated_at = ${later} WHERE id = ${id}`);
    const { body } = await ada.client.put(`${at}/${id}`, { body: 'second' });
    expect(body).toMatchObject({ body: 'second', updated_at: new Date(later).toISOString() });
  });

  it('a new note does not move its issue back in time', async () => {
    const issue = await forge.seed.issue(project, ada);
    const time = async () => ((await ada.client.get(issue.at)).body as Times).updated_at;
    const later = realNow() + HOUR_MS;
    await sql(forge, `UPDATE issues SET updated_at = ${later}`);
    await ada.client.post(`${issue.at}/notes`, { body: 'new' });
    expect(await time()).toBe(new Date(later).toISOString());
    await ada.client.put(issue.at, { title: 'another' });
    expect(await time()).toBe(new Date(later).toISOString());
  });

  it('a snippet and a merge request keep the later of two times', async () => {
    const later = realNow() + HOUR_MS;
    const snippet = await forge.seed.snippet(project, ada);
    const request = await forge.seed.mergeRequest(project, ada);
    await sql(forge, `UPDATE snippets SET updated_at = ${later}`);
    await sql(forge, `UPDATE merge_requests SET updated_at = ${later}`);
    for (const { at } of [snippet, request]) {
      const { body } = await ada.client.put(at, { title: 'another' });
      expect(body).toMatchObject({ title: 'another', updated_at: new Date(later).toISOString() });
    }
  });

  it('new rows follow the old ones', async () => {
    const issue = await forge.seed.issue(project, ada);
    const create = async (body: string) =>
      (await ada.client.post(`${issue.at}/notes`, { body })).body as Times;
    const ids = [(await create('first')).id, (await create('second')).id];
    setClockBack();
    ids.push((await create('third')).id, (await create('fourth')).id);
    const { body } = await ada.client.get(`${issue.at}/notes`, { sort: 'asc' });
    expect((body as Times[]).map(({ id }) => id)).toEqual(ids);
    const events = (await ada.client.get(`/users/${ada.id}/events`)).body as Times[];
    const times = events.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('a sign-in does not move the last one back in time', async () => {
    const password = 'another password';
    await forge.root.put(`/users/${ada.id}`, { password });
    const signIn = () => forge.anonymous.post('/session', { email: ada.email, password });
    await signIn();
    setClockBack();
    await signIn();
    const { body } = await forge.root.get(`/users/${ada.id}`);
    const times = body as { last_sign_in_at: string; current_sign_in_at: string };
    expect(times.current_sign_in_at >= times.last_sign_in_at).toBe(true);
  });
});
