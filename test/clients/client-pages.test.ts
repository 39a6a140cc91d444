import { createClient, NotFoundError, type ForgenoteClient } from '../../client/client.js';
import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';

const COUNT = 23;

describe('forge.pages', () => {
  let forge: Forge;
  let ada: SeededUser;
  let client: ForgenoteClient;
  let path: { id: number; issue_id: number };
  let requests: string[];

  beforeAll(async () => {
    // A service behind a proxy: the links have another address than the one that the client uses.
    forge = await startForge({ PUBLIC_URL: 'https://forge.example/forge' });
    ada = await forge.seed.user();
    const project = await forge.seed.project(ada);
    const issue = await forge.seed.issue(project, ada);
    path = { id: project.id, issue_id: issue.id };
    for (let n = 1; n <= COUNT; n++) await forge.seed.note(issue, ada, { body: `Note ${n}` });
  });
  beforeEach(() => {
    requests = [];
    client = createClient({
      baseUrl: forge.url,
      token: ada.token,
      fetch: (request) => {
        requests.push(new URL(request.url).search);
        return fetch(request);
      },
    });
  });
  afterAll(() => forge.close());

  const notes = (query: { per_page?: number; sort?: 'asc' | 'desc' } = {}, signal?: AbortSignal) =>
    client.pages('/api/v3/projects/{id}/issues/{issue_id}/notes', {
      params: { path, query },
      ...(signal && { signal }),
    });

  it('yields each item of a list once, in the order of the list', async () => {
    const bodies: string[] = [];
    for await (const note of notes({ per_page: 5, sort: 'desc' })) bodies.push(note.body);
    expect(bodies).toEqual(Array.from({ length: COUNT }, (_, n) => `Note ${COUNT - n}`));
    expect(requests).toHaveLength(5);
  });

  it('asks for 100 items at once, by cursor', async () => {
    const ids = [];
    for await (const { id } of notes()) ids.push(id);
    expect(ids).toHaveLength(COUNT);
    expect(requests).toEqual(['?per_page=100&pagination=keyset']);
  });

  it('requests no page that nobody reads', async () => {
    for await (const { body } of notes({ per_page: 5 })) if (body === 'Note 6') break;
    expect(requests).toHaveLength(2);
  });

  it('needs no parameters for a list without any in its path', async () => {
    const names = [];
    for await (const { username } of client.pages('/api/v3/users')) names.push(username);
    expect(names).toContain(ada.username);
  });

  it('refuses the parameters that it sets itself', async () => {
    const sentence = (name: string) =>
      new TypeError(`pages reads all pages of a list as JSON: leave out ${name}.`);
    // @ts-expect-error checks the types: they must not accept `page`. Without the error, this line fails to compile.
    const page = client.pages('/api/v3/users', { params: { query: { page: 2 } } });
    await expect(page.next()).rejects.toThrow(sentence('page'));
    // @ts-expect-error checks the types: they must not accept `pagination`. Without the error, this line fails to compile.
    const offset = client.pages('/api/v3/users', { params: { query: { pagination: 'keyset' } } });
    await expect(offset.next()).rejects.toThrow(sentence('pagination'));
    // @ts-expect-error checks the types: they must not accept `format`. Without the error, this line fails to compile.
    const lines = client.pages('/api/v3/audit_events', { params: { query: { format: 'jsonl' } } });
    await expect(lines.next()).rejects.toThrow(sentence('format'));
    expect(requests).toEqual([]);
  });

  it('yields items whatever `parseAs` says', async () => {
    const names = [];
    for await (const { username } of client.pages('/api/v3/users', { parseAs: 'text' }))
      names.push(username);
    expect(names).toContain(ada.username);
  });

  it('ends when the caller aborts', async () => {
    const controller = new AbortController();
    const read = async () => {
      for await (const { body } of notes({ per_page: 5 }, controller.signal))
        if (body === 'Note 5') controller.abort();
    };
    await expect(read()).rejects.toThrow(/abort/i);
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  it('throws what the service refuses', async () => {
    const missing = () =>
      client.pages('/api/v3/projects/{id}/issues', { params: { path: { id: 4711 } } }).next();
    await expect(missing()).rejects.toThrow(NotFoundError);
    await expect(missing()).rejects.toThrow('404 Project Not Found');
  });
});
