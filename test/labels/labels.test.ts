import { startForge, type Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { answered } from '../support/expected-responses.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

interface Label {
  name: string;
  color: string;
}

const labelView = (given: Partial<Label> & Record<string, unknown>) => ({
  name: 'bug',
  color: '#D9534F',
  description: null,
  open_issues_count: 0,
  closed_issues_count: 0,
  open_merge_requests_count: 0,
  subscribed: false,
  priority: null,
  ...given,
});

let forge: Forge;
let owner: SeededUser;
let reporter: SeededUser;
let guest: SeededUser;
let project: Resource;
let at: string;

beforeAll(async () => {
  forge = await startForge();
  [owner, reporter, guest] = [await user(), await user(), await user()];
  await forge.root.put(owner.at, { projects_limit: 1_000 });
});
beforeEach(async () => {
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  at = `${project.at}/labels`;
  await forge.seed.member(project, reporter, LEVEL.reporter);
  await forge.seed.member(project, guest, LEVEL.guest);
});
afterAll(() => forge.close());

const user = () => forge.seed.user();
const create = (given: object = {}, by = reporter) =>
  by.client.post(at, { name: 'bug', color: '#D9534F', ...given });
const list = async (by = reporter) => (await by.client.get<Label[]>(at)).body;
const names = async () => (await list()).map(({ name }) => name);
const exists = answered(409, { message: 'Label already exists' });
const unknown = answered(404, { message: '404 Label Not Found' });

describe('POST /projects/:id/labels', () => {
  it('returns 201 and the label, and stores what it returned', async () => {
    const answer = await create({ description: 'Something does not work.' });
    expect(answer).toEqual(answered(201, labelView({ description: 'Something does not work.' })));
    expect(await list()).toEqual([answer.body]);
  });

  it.each([
    ['a trimmed name', { name: '  bug ' }, { name: 'bug' }],
    ['255 characters', { name: '🐞'.repeat(255) }, { name: '🐞'.repeat(255) }],
    ['a name that grows in lower case', { name: 'İ'.repeat(255) }, { name: 'İ'.repeat(255) }],
    ['small hexadecimal digits', { color: '#d9534f' }, { color: '#d9534f' }],
    ['an empty description', { description: '' }, { description: null }],
    ['no description', { description: null }, { description: null }],
  ])('accepts %s', async (_, given, shown) => {
    expect(await create(given)).toEqual(answered(201, labelView(shown)));
  });

  it.each([
    [
      { name: undefined, color: undefined },
      { name: ['is missing'], color: ['is missing'] },
    ],
    [{ name: ' ' }, { name: ["can't be blank"] }],
    [{ name: '\u200b' }, { name: ["can't be blank"] }],
    [{ name: 'a,b' }, { name: ['is invalid'] }],
    [{ name: 'a\nb' }, { name: ['should be a single line'] }],
    [{ name: 'x'.repeat(256) }, { name: ['is too long (maximum is 255 characters)'] }],
    [{ color: 'red' }, { color: ['is invalid'] }],
    [{ color: '#fff' }, { color: ['is invalid'] }],
    [{ color: '#D9534F0' }, { color: ['is invalid'] }],
    [{ color: 'D9534F' }, { color: ['is invalid'] }],
    [{ color: '' }, { color: ["can't be blank"] }],
    [
      { description: 'x'.repeat(256) },
      { description: ['is too long (maximum is 255 characters)'] },
    ],
  ])('returns 400 for %.60j and creates nothing', async (given, message) => {
    expect(await create(given)).toEqual(answered(400, { message }));
    expect(await list()).toEqual([]);
  });

  it.each(['bug', 'BUG', ' Bug'])('returns 409 for %j beside bug', async (name) => {
    await create();
    expect(await create({ name })).toEqual(exists);
    expect(await names()).toEqual(['bug']);
  });

  it('accepts a name that another project has', async () => {
    await create();
    const other = await forge.seed.project(owner);
    const given = { name: 'bug', color: '#D9534F' };
    expect((await owner.client.post(`${other.at}/labels`, given)).status).toBe(201);
  });

  it('lets exactly one of 20 concurrent requests create a name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create({ name: n % 2 ? 'race' : 'RACE' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await list()).toHaveLength(1);
  });

  it('returns 403 below reporter and 404 to users who cannot see the project', async () => {
    expect(await create({ name: '' }, guest)).toEqual(answered(403, { message: '403 Forbidden' }));
    await owner.client.put(project.at, { visibility_level: VISIBILITY.private });
    const missing = answered(404, { message: '404 Project Not Found' });
    expect(await create({}, await user())).toEqual(missing);
  });

  it('returns 400 for the 1,001st label of a project', async () => {
    const issue = await forge.seed.issue(project, owner);
    for (let block = 0; block < 10; block++) {
      const labels = Array.from({ length: 100 }, (_, n) => `label ${block * 100 + n}`).join();
      expect((await owner.client.put(issue.at, { labels })).status).toBe(200);
    }
    const problem = ['is one too many (maximum is 1000 labels in a project)'];
    expect(await create()).toEqual(answered(400, { message: { name: problem } }));
    const labels = 'label 1,new';
    const put = await owner.client.put(issue.at, { labels });
    expect(put).toEqual(answered(400, { message: { labels: problem } }));
    expect((await reporter.client.get(at)).headers.get('X-Total')).toBe('1000');
  });
});

describe('GET /projects/:id/labels', () => {
  it('lists the labels by name, regardless of letter case', async () => {
    for (const name of ['b', 'C', 'a', 'Ä', '10', '😀']) await create({ name });
    expect(await names()).toEqual(['10', 'a', 'b', 'C', 'Ä', '😀']);
  });

  it.each(['', '&pagination=keyset'])('pages through all labels%s', async (pagination) => {
    const all = ['\u0001a', ...Array.from({ length: 6 }, (_, n) => `Label.${n % 2 ? n : `x${n}`}`)];
    for (const name of all) await create({ name });
    const seen: string[] = [];
    let next: string | undefined = `${forge.api}${at}?per_page=2${pagination}`;
    while (next) {
      const { body, headers }: Answer<Label[]> = await reporter.client.get<Label[]>(next);
      seen.push(...body.map(({ name }) => name));
      next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual([...all].sort());
  });

  it('goes on behind a label that was deleted', async () => {
    for (const name of ['a', 'b', 'c']) await create({ name });
    const { headers } = await reporter.client.get(at, { pagination: 'keyset', per_page: '2' });
    await reporter.client.delete(`${at}?name=b`);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    expect((await reporter.client.get<Label[]>(next)).body).toMatchObject([{ name: 'c' }]);
  });

  it('returns 400 for the cursor of a list in another order', async () => {
    await forge.seed.issue(project, owner);
    await forge.seed.issue(project, owner);
    await create();
    await create({ name: 'x' });
    const cursorOf = async (path: string) => {
      const query = { pagination: 'keyset', per_page: '1' };
      const { headers } = await reporter.client.get(path, query);
      return /cursor=([\w-]+)/.exec(headers.get('Link') ?? '')?.[1] ?? '';
    };
    const query = { pagination: 'keyset', cursor: await cursorOf(at) };
    const message = { cursor: ['is invalid'] };
    expect(await reporter.client.get(`${project.at}/issues`, query)).toEqual(
      answered(400, { message }),
    );
  });

  it('counts what the caller may see', async () => {
    const given = { labels: 'bug' };
    const open = await forge.seed.issue(project, owner, given);
    await forge.seed.issue(project, owner, { ...given, confidential: true });
    const closed = await forge.seed.issue(project, owner, given);
    await owner.client.put(closed.at, { state_event: 'close' });
    await forge.seed.mergeRequest(project, owner, given);
    const merged = await forge.seed.mergeRequest(project, owner, given);
    await owner.client.put(merged.at, { state_event: 'merge' });
    const counts = { closed_issues_count: 1, open_merge_requests_count: 1 };
    const shown = (open_issues_count: number) =>
      labelView({ color: '#428BCA', open_issues_count, ...counts });
    expect(await list(reporter)).toEqual([shown(2)]);
    expect(await list(guest)).toEqual([shown(1)]);
    expect(await list(await user())).toEqual([shown(1)]);
    await owner.client.delete(open.at);
    expect(await list(guest)).toEqual([shown(0)]);
  });

  it('returns 404 to users who cannot see the project', async () => {
    await owner.client.put(project.at, { visibility_level: VISIBILITY.private });
    expect(await (await user()).client.get(at)).toEqual(
      answered(404, { message: '404 Project Not Found' }),
    );
  });
});

describe('PUT /projects/:id/labels', () => {
  const update = (given: object, by = reporter) => by.client.put(at, { name: 'bug', ...given });

  beforeEach(() => create());

  it.each([
    [{ new_name: 'defect' }, { name: 'defect' }],
    [{ new_name: 'BUG' }, { name: 'BUG' }],
    [{ name: 'Bug', color: '#000000' }, { color: '#000000' }],
    [{ description: 'New' }, { description: 'New' }],
    [{ description: '' }, { description: null }],
  ])('returns 200 and the changed label for %j', async (given, shown) => {
    expect(await update(given)).toEqual(answered(200, labelView(shown)));
    expect(await list()).toEqual([labelView(shown)]);
  });

  it('shows the new name on items at once, and no note', async () => {
    const issue = await forge.seed.issue(project, owner, { labels: 'bug' });
    await update({ new_name: 'defect' });
    expect((await owner.client.get(issue.at)).body).toMatchObject({ labels: ['defect'] });
    expect((await owner.client.get(`${issue.at}/notes`)).body).toEqual([]);
  });

  it.each([
    [{}, Object.fromEntries(['new_name', 'color', 'description'].map(missing))],
    [
      { new_name: 'a,b', color: 'red' },
      { new_name: ['is invalid'], color: ['is invalid'] },
    ],
    [{ name: undefined, color: '#000000' }, { name: ['is missing'] }],
  ])('returns 400 for %j and changes nothing', async (given, message) => {
    expect(await update(given)).toEqual(answered(400, { message }));
    expect(await list()).toEqual([labelView({})]);
  });

  it('returns 409 for a name that is taken', async () => {
    await create({ name: 'defect' });
    expect(await update({ new_name: 'Defect' })).toEqual(exists);
    expect(await names()).toEqual(['bug', 'defect']);
  });

  it('returns 404 for an unknown name, and 403 below reporter', async () => {
    expect(await update({ name: 'x,y', color: '#000000' })).toEqual(unknown);
    expect(await update({}, guest)).toEqual(answered(403, { message: '403 Forbidden' }));
  });
});

function missing(name: string): [string, string[]] {
  return [name, ['is missing']];
}

describe('DELETE /projects/:id/labels', () => {
  const remove = (name: string, by = reporter) =>
    by.client.delete(`${at}?name=${encodeURIComponent(name)}`);

  it('returns 200 and the label, and items lose it at once', async () => {
    const given = { labels: 'bug,relay' };
    const issue = await forge.seed.issue(project, owner, given);
    const request = await forge.seed.mergeRequest(project, owner, given);
    const counts = { open_issues_count: 1, open_merge_requests_count: 1 };
    const shown = labelView({ color: '#428BCA', ...counts });
    expect(await remove('BUG')).toEqual(answered(200, shown));
    expect(await names()).toEqual(['relay']);
    for (const { at: item } of [issue, request])
      expect((await owner.client.get(item)).body).toMatchObject({ labels: ['relay'] });
  });

  it('returns 404 for an unknown name, 400 without one, and 403 below reporter', async () => {
    await create();
    expect(await remove('feature')).toEqual(unknown);
    expect(await reporter.client.delete(at)).toEqual(
      answered(400, { message: { name: ['is missing'] } }),
    );
    expect(await remove('bug', guest)).toEqual(answered(403, { message: '403 Forbidden' }));
    expect(await names()).toEqual(['bug']);
  });

  it('lets exactly one of 10 concurrent requests delete it', async () => {
    await create();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove('bug')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });
});
