import { startForge, type Forge } from '../support/app.js';
import type { Resource, SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

interface Issue {
  id: number;
  title: string;
  description: string | null;
  confidential: boolean;
}

let forge: Forge;
let ada: SeededUser;
let project: Resource;
let issues: string;

beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  project = await forge.seed.project(ada);
  issues = `${project.at}/issues`;
});
afterAll(() => forge.close());

const open = (given: object) => ada.client.post<Issue>(issues, { title: 'x', ...given });

describe('a parameter', () => {
  it.each(['POST', 'PUT', 'DELETE'])('can be in the query of %s', async (method) => {
    const { at } = await forge.seed.issue(project, ada);
    const user = await forge.seed.user();
    const path = { POST: issues, PUT: at, DELETE: user.at }[method] ?? '';
    const query = 'title=from%20the%20query&hard_delete=nonsense';
    const { status, body } = await (method === 'DELETE' ? forge.root : ada.client).send(
      method,
      `${path}?${query}`,
    );
    if (method === 'DELETE') expect([status, body]).toMatchObject([400, { message: {} }]);
    else expect(body).toMatchObject({ title: 'from the query' });
  });

  it('in the body wins over the query', async () => {
    const { body } = await ada.client.post<Issue>(`${issues}?title=query&description=query`, {
      title: 'body',
    });
    expect(body).toMatchObject({ title: 'body', description: 'query' });
  });

  it('in the body wins over the query even if it is invalid', async () => {
    expect(await ada.client.post(`${issues}?title=query`, { title: '' })).toEqual(
      answered(400, { message: { title: ["can't be blank"] } }),
    );
  });

  it('never replaces an id in the path', async () => {
    const [one, two] = [await forge.seed.issue(project, ada), await forge.seed.issue(project, ada)];
    const other = { id: two.id, issue_id: two.id, iid: 99, project_id: 99, title: 'changed' };
    const { body } = await ada.client.put<Issue>(`${one.at}?id=${two.id}`, other);
    expect(body).toMatchObject({ id: one.id, project_id: project.id, title: 'changed' });
  });

  it('that is unknown is ignored and not stored', async () => {
    const { status, body } = await open({ author: 1, author_id: 1, state: 'closed', 'a[b]': {} });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'opened', author: { id: ada.id } });
  });

  it('given twice in the query is a list, which is an invalid text', async () => {
    expect(await ada.client.post(`${issues}?title=a&title=b`)).toEqual(
      answered(400, { message: { title: ['is invalid'] } }),
    );
  });

  it.each([
    ['/users', 'username=ada&username=bob', { username: ['is invalid'] }],
    ['/users', 'blocked=true&blocked=true', { blocked: ['is invalid'] }],
    ['/users', 'per_page=2&per_page=3', { per_page: ['is invalid'] }],
  ])(
    'given twice returns 400 for %s?%s, even if the request is valid without it',
    async (path, twice, message) => {
      expect((await ada.client.get(path)).status).toBe(200);
      expect(await ada.client.get(`${path}?${twice}`)).toEqual(answered(400, { message }));
    },
  );

  it.each(['caf%E9', '50%', '%ED%A0%80'])(
    'returns 400 if it is not UTF-8 in the query: %s',
    async (text) => {
      expect(await ada.client.post(`${issues}?title=${text}`)).toEqual(
        answered(400, {
          message: '400 Bad Request - the query is not percent-encoded UTF-8',
        }),
      );
    },
  );

  it('that is missing is reported together with all other errors', async () => {
    expect(await ada.client.post(`${project.at}/members`)).toEqual(
      answered(400, { message: { user_id: ['is missing'], access_level: ['is missing'] } }),
    );
    const { body } = await forge.root.post('/users', { name: null });
    expect(body).toEqual({
      message: {
        email: ['is missing'],
        password: ['is missing'],
        username: ['is missing'],
        name: ["can't be blank"],
      },
    });
  });
});

describe('a boolean', () => {
  const TRUE = [true, 1, '1', 'true', 'TRUE', 'True', 't', 'T', 'yes', 'YES', 'y', 'on', 'On'];
  const FALSE = [false, 0, '0', 'false', 'FALSE', 'f', 'no', 'NO', 'n', 'N', 'off', 'Off'];

  it.each([...TRUE.map((word) => [word, true]), ...FALSE.map((word) => [word, false])])(
    'accepts %p as %p',
    async (word, value) => {
      expect((await open({ confidential: word })).body).toMatchObject({ confidential: value });
    },
  );

  it.each(['maybe', 'tru', '2', 2, -1, ' true', [true], { true: true }])(
    'returns 400 for %p',
    async (word) => {
      expect(await open({ confidential: word })).toEqual(
        answered(400, { message: { confidential: ['is invalid'] } }),
      );
    },
  );

  it.each([null, ''])('is treated as not given if it is %p', async (word) => {
    expect((await open({ confidential: word })).body).toMatchObject({ confidential: false });
  });
});

describe('a text given as a number', () => {
  it.each(['12345678901234567890', '1e400'])(
    'returns 400 if digits were lost: %s',
    async (title) => {
      expect(await ada.client.type('application/json').post(issues, `{"title": ${title}}`)).toEqual(
        answered(400, { message: { title: ['is invalid'] } }),
      );
    },
  );
});

describe('an integer', () => {
  const list = (per_page: string) => ada.client.get(issues, { per_page });

  it.each(['2', '+2', '02', ' 2 '])('accepts %p', async (text) => {
    expect((await list(text)).headers.get('x-per-page')).toBe('2');
  });

  it.each(['2.0', '2e0', '0x2', 'two', '2,0', '٢', '2;3', 'NaN', 'Infinity'])(
    'returns 400 for %p',
    async (text) => {
      expect(await list(text)).toEqual(answered(400, { message: { per_page: ['is invalid'] } }));
    },
  );

  it.each([Number, String])('accepts a %p in a body', async (written) => {
    expect((await open({ assignee_id: written(ada.id) })).body).toMatchObject({
      assignee: { id: ada.id },
    });
  });

  it.each([1.5, true, [1], { id: 1 }])('returns 400 for %p in a body', async (assignee_id) => {
    expect((await open({ assignee_id })).status).toBe(400);
  });
});

describe('a text', () => {
  it.each([
    [5, '5'],
    [-1.5, '-1.5'],
    [0, '0'],
  ])('accepts the number %p', async (title, text) => {
    expect((await open({ title })).body).toMatchObject({ title: text });
  });

  it.each([true, false, [], ['x'], {}, { a: 'x' }])('returns 400 for %p', async (value) => {
    expect(await open({ title: value, description: value })).toEqual(
      answered(400, { message: { title: ['is invalid'], description: ['is invalid'] } }),
    );
  });

  it('returns 400 for null if it is required', async () => {
    expect(await open({ title: null })).toEqual(
      answered(400, { message: { title: ["can't be blank"] } }),
    );
  });
});
