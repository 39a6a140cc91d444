import { startForge, type Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import { deletionsFinished, holdWorker, setRowsPerUnit } from '../support/deletions.js';
import { orphans, sql, write } from '../support/internals.js';
import { ISSUE, MERGE_REQUEST } from '../support/noteables.js';
import { LEVEL, VISIBILITY, type Resource, type SeededUser } from '../support/seed.js';

interface Item {
  id: number;
  labels: string[];
  updated_at: string;
}

let forge: Forge;
let owner: SeededUser;
let guest: SeededUser;
let developer: SeededUser;
let project: Resource;

beforeAll(async () => {
  forge = await startForge();
  owner = await forge.seed.user();
  guest = await forge.seed.user();
  developer = await forge.seed.user();
  await forge.root.put(owner.at, { projects_limit: 1_000 });
});
beforeEach(async () => {
  project = await forge.seed.project(owner, { visibility_level: VISIBILITY.public });
  await forge.seed.member(project, guest, LEVEL.guest);
  await forge.seed.member(project, developer, LEVEL.developer);
});
afterAll(() => forge.close());

describe.each([ISSUE, MERGE_REQUEST])('labels of $path', ({ type, path, make }) => {
  let item: Resource;
  beforeEach(async () => {
    item = await make(forge.seed, project, developer);
  });

  const put = (given: object, by = owner) => by.client.put<Item>(item.at, given);
  const set = async (labels: unknown) => (await put({ labels })).body.labels;
  const written = async () => {
    const { body } = await owner.client.get<{ body: string }[]>(`${item.at}/notes`);
    return body.map((note) => note.body);
  };
  const existing = async () => {
    const { body } = await owner.client.get<{ name: string }[]>(`${project.at}/labels`);
    return body.map(({ name }) => name);
  };

  it('are set by POST, without a note, and are in every view', async () => {
    const given = { title: 'T', source_branch: 'a', target_branch: 'b', labels: 'relay, Bug' };
    const { status, body } = await owner.client.post<Item>(`${project.at}/${path}`, given);
    expect([status, body.labels]).toEqual([201, ['Bug', 'relay']]);
    const at = `${project.at}/${path}/${body.id}`;
    expect((await owner.client.get<Item>(at)).body.labels).toEqual(['Bug', 'relay']);
    const [listed] = (await owner.client.get<Item[]>(`${project.at}/${path}`)).body;
    expect(listed?.labels).toEqual(['Bug', 'relay']);
    expect((await owner.client.get(`${at}/notes`)).body).toEqual([]);
    expect((await owner.client.delete<Item>(at)).body.labels).toEqual(['Bug', 'relay']);
  });

  it.each([
    ['a text', 'b,a', ['a', 'b']],
    ['white space and empty names', ' b ,, a,', ['a', 'b']],
    ['one name in several spellings', 'A,a,A', ['A']],
    ['a text with a final line break', 'b,a\n', ['a', 'b']],
    ['a list', ['b', 'a'], ['a', 'b']],
    ['an empty text', '', []],
    ['null', null, []],
    ['an empty list', [], []],
  ])('are replaced by %s', async (_, labels, shown) => {
    await set('before');
    expect(await set(labels)).toEqual(shown);
    expect((await owner.client.get<Item>(item.at)).body.labels).toEqual(shown);
  });

  it('stay as they are without the parameter', async () => {
    await set('a');
    expect((await put({ description: 'New' })).body.labels).toEqual(['a']);
  });

  it.each([
    [['a,b'], ['is invalid']],
    [[['a']], ['is invalid']],
    [[7], ['is invalid']],
    [{ a: 1 }, ['is invalid']],
    [true, ['is invalid']],
    ['a\nb', ['should be a single line']],
    ['x'.repeat(256), ['is too long (maximum is 255 characters in a name)']],
    [Array.from({ length: 101 }, (_, n) => `label ${n}`), ['is too long (maximum is 100 labels)']],
  ])('return 400 for %.30j and change nothing', async (labels, labelsProblem) => {
    await set('before');
    const answer = await put({ description: 'New', labels });
    expect(answer).toEqual(answered(400, { message: { labels: labelsProblem } }));
    expect((await owner.client.get(item.at)).body).toMatchObject({
      ...{ labels: ['before'], description: null },
    });
    expect(await existing()).toEqual(['before']);
  });

  it.each([URLSearchParams, FormData])('are a list in forms: %o', async (Form) => {
    const body = new Form();
    body.append('labels[]', 'b');
    body.append('labels[]', 'a');
    const headers = { 'PRIVATE-TOKEN': owner.token };
    const answer = await fetch(`${forge.api}${item.at}`, { method: 'PUT', body, headers });
    expect(await answer.json()).toMatchObject({ labels: ['a', 'b'] });
  });

  it('are a list in the query', async () => {
    const { body } = await owner.client.put<Item>(`${item.at}?labels[]=b&labels[]=a`);
    expect(body.labels).toEqual(['a', 'b']);
    expect((await owner.client.put<Item>(`${item.at}?labels[]=c`)).body.labels).toEqual(['c']);
  });

  it('are found in other letters, and created if they do not exist', async () => {
    await owner.client.post(`${project.at}/labels`, { name: 'Bug', color: '#D9534F' });
    expect(await set('bUG,relay')).toEqual(['Bug', 'relay']);
    expect((await owner.client.get(`${project.at}/labels`)).body).toMatchObject([
      { name: 'Bug', color: '#D9534F' },
      { name: 'relay', color: '#428BCA' },
    ]);
  });

  it('are created once by concurrent requests', async () => {
    const items = await Promise.all(
      Array.from({ length: 10 }, () => make(forge.seed, project, developer)),
    );
    const answers = await Promise.all(
      items.map(({ at }, n) => owner.client.put<Item>(at, { labels: `race,own ${n}` })),
    );
    expect(answers.map(({ body }) => body.labels)).toEqual(
      items.map((_, n) => [`own ${n}`, 'race']),
    );
    expect(await existing()).toEqual([...items.map((_, n) => `own ${n}`), 'race']);
  });

  it.each([
    [['a'], ['added ~a label']],
    [['b,a'], ['added ~a ~b labels']],
    [
      ['a', ''],
      ['added ~a label', 'removed ~a label'],
    ],
    [
      ['a,b,c', 'b'],
      ['added ~a ~b ~c labels', 'removed ~a ~c labels'],
    ],
    [
      ['b', 'a'],
      ['added ~b label', 'added ~a and removed ~b labels'],
    ],
    [['good first issue'], ['added ~"good first issue" label']],
    [['a', 'A', 'a,a'], ['added ~a label']],
  ])('write system notes: %j', async (changes, bodies) => {
    for (const labels of changes) await set(labels);
    expect(await written()).toEqual(bodies);
  });

  it('move updated_at only if they change', async () => {
    await write(forge, `UPDATE ${path} SET updated_at = 1 WHERE id = :id`, { id: item.id });
    const changed = (await put({ labels: 'a' })).body.updated_at;
    expect(changed > '2020').toBe(true);
    expect((await put({ labels: 'A' })).body.updated_at).toBe(changed);
  });

  it('are ignored from callers below reporter, even if they are invalid', async () => {
    await set('a');
    await forge.root.put(`${project.at}/members/${developer.id}`, { access_level: LEVEL.guest });
    for (const labels of ['b', ['a,b'], '']) {
      const answer = await put({ description: 'New', labels }, developer);
      expect([answer.status, answer.body.labels]).toEqual([200, ['a']]);
    }
    expect(await existing()).toEqual(['a']);
  });

  it.each([
    ['a', ['one', 'both']],
    ['A , c', ['one', 'both']],
    ['a,b', ['one', 'two', 'both']],
    ['c', []],
    ['c,', []],
    [',', []],
    ['', ['none', 'one', 'two', 'both']],
  ])('filter lists: labels=%s', async (labels, titles) => {
    await put({ title: 'none' });
    for (const [title, given] of Object.entries({ one: 'a', two: 'b', both: 'a,b' })) {
      const { at } = await make(forge.seed, project, developer);
      await owner.client.put(at, { title, labels: given });
    }
    const list = (query: Record<string, string>) =>
      owner.client.get<{ title: string }[]>(`${project.at}/${path}`, { sort: 'asc', ...query });
    const { body, headers } = await list({ labels });
    expect(body.map(({ title }) => title)).toEqual(titles);
    expect(headers.get('X-Total')).toBe(String(titles.length));
    const closed = await list({ labels, state: 'closed', order_by: 'updated_at' });
    expect(closed.body).toEqual([]);
  });

  it('filter by texts that are short enough for the four links of a page', async () => {
    for (let n = 0; n < 3; n++) {
      const { at } = await make(forge.seed, project, developer);
      await owner.client.put(at, { labels: 'a' });
    }
    const list = (labels: string) =>
      owner.client.get(`${project.at}/${path}`, { labels, page: 2, per_page: 1 });
    const link = (await list(`a,${'ж'.repeat(499)}`)).headers.get('link') ?? '';
    expect(link.match(/rel=/g)).toHaveLength(4);
    // Common HTTP clients accept 16 KiB of headers.
    expect(link.length).toBeLessThan(15_000);
    const labels = ['is too long (maximum is 3000 characters in a URL)'];
    expect(await list('ж'.repeat(501))).toEqual(answered(400, { message: { labels } }));
  });

  it('find nothing by a label of another project', async () => {
    await set('a');
    const other = await forge.seed.project(owner);
    await owner.client.post(`${other.at}/issues`, { title: 'T', labels: 'b' });
    expect((await owner.client.get(`${project.at}/${path}`, { labels: 'b' })).body).toEqual([]);
  });

  it('disappear with the item', async () => {
    await set('a,b');
    expect((await owner.client.delete(item.at)).status).toBe(200);
    const links = `SELECT id FROM label_links WHERE item_type = '${type}' AND item_id = ${item.id}`;
    expect(await sql(forge, links)).toEqual([]);
    expect(await existing()).toEqual(['a', 'b']);
  });

  it('disappear at once when a label with many items is deleted, and its name is free', async () => {
    const items = [item, await make(forge.seed, project, developer)];
    for (const { at } of items) await owner.client.put(at, { labels: 'a,b' });
    setRowsPerUnit(forge, 1);
    const finish = holdWorker(forge);
    try {
      const removed = await owner.client.delete(`${project.at}/labels?name=a`);
      expect(removed.body).toMatchObject({ name: 'a' });
      for (const { at } of items)
        expect((await owner.client.get<Item>(at)).body.labels).toEqual(['b']);
      expect((await owner.client.get(`${project.at}/${path}`, { labels: 'a' })).body).toEqual([]);
      expect(await set('a,b')).toEqual(['a', 'b']);
    } finally {
      await finish();
    }
    await deletionsFinished(forge);
    setRowsPerUnit(forge, 500);
    expect(await existing()).toEqual(['a', 'b']);
    expect((await owner.client.get<Item>(item.at)).body.labels).toEqual(['a', 'b']);
    expect(await orphans(forge)).toEqual([]);
  });

  it('are whole when a label is deleted while items get it', async () => {
    const items = await Promise.all(
      Array.from({ length: 8 }, () => make(forge.seed, project, developer)),
    );
    await set('a');
    const answers = await Promise.all([
      ...items.map(({ at }) => owner.client.put<Item>(at, { labels: 'a' })),
      owner.client.delete(`${project.at}/labels?name=a`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const shown = await Promise.all(items.map(({ at }) => owner.client.get<Item>(at)));
    const have = shown.filter(({ body }) => body.labels.includes('a')).length;
    const { body } = await owner.client.get<object[]>(`${project.at}/labels`);
    // Those that came after the deletion have created the label again.
    const ids = items.map(({ id }) => id).join();
    const links = `SELECT id FROM label_links WHERE item_type = '${type}' AND item_id IN (${ids})`;
    expect(await sql(forge, links)).toHaveLength(have);
    expect(body).toHaveLength(have > 0 ? 1 : 0);
    expect(await orphans(forge)).toEqual([]);
  });
});
