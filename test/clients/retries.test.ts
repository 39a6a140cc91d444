import { createClient, type ForgenoteClientOptions } from '../../client/client.js';
import { startForge, type Forge } from '../support/app.js';
import { Interleaving } from '../support/interleaving.js';
import { replaceTokenLookup } from '../support/internals.js';
import { Proxy } from '../support/proxy.js';
import type { SeededUser } from '../support/seed.js';
import { storedRows } from '../idempotency/keyed.js';

/** Ends every connection that has carried this text, before the response arrives. */
const CUT = 'this request gets no response';

describe('forgenote/client', () => {
  let forge: Forge;
  let proxy: Proxy;
  let proxyUrl: string;
  let ada: SeededUser;
  let path: { id: number; issue_id: number };

  beforeAll(async () => {
    forge = await startForge();
    proxy = new Proxy('127.0.0.1', Number(new URL(forge.url).port));
    proxyUrl = `http://127.0.0.1:${await proxy.open()}`;
    ada = await forge.seed.user();
    const project = await forge.seed.project(ada);
    path = { id: project.id, issue_id: (await forge.seed.issue(project, ada)).id };
  });
  afterAll(() => proxy.close());
  afterAll(() => forge.close());
  afterEach(() => {
    delete proxy.cutAfter;
  });

  /** A client whose attempts are recorded. `before` runs before each of them, counted from 1. */
  function watched(
    options: Partial<ForgenoteClientOptions> = {},
    before: (attempt: number) => void = () => undefined,
  ) {
    const attempts: { method: string; key: string | null; status?: number }[] = [];
    const client = createClient({
      baseUrl: forge.url,
      token: ada.token,
      ...options,
      fetch: async (request) => {
        const attempt: (typeof attempts)[number] = {
          method: request.method,
          key: request.headers.get('idempotency-key'),
        };
        attempts.push(attempt);
        before(attempts.length);
        const response = await fetch(request);
        attempt.status = response.status;
        return response;
      },
    });
    const note = (body: string, headers?: { 'Idempotency-Key': string }, signal?: AbortSignal) =>
      client.POST('/api/v3/projects/{id}/issues/{issue_id}/notes', {
        params: { path, ...(headers ? { header: headers } : {}) },
        body: { body },
        ...(signal ? { signal } : {}),
      });
    return { client, note, attempts };
  }

  const notes = async (body: string) => {
    const at = `/projects/${path.id}/issues/${path.issue_id}/notes?per_page=100`;
    return (await ada.client.get<{ body: string }[]>(at)).body.filter((one) => one.body === body);
  };

  it('creates one note when the responses to two attempts are lost', async () => {
    proxy.cutAfter = CUT;
    const { note, attempts } = watched({ baseUrl: proxyUrl }, (n) => {
      if (n === 3) delete proxy.cutAfter;
    });
    const { data, response } = await note(`Once: ${CUT}`);
    expect(data).toMatchObject({ body: `Once: ${CUT}` });
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    expect(await notes(`Once: ${CUT}`)).toHaveLength(1);
    const [{ key } = { key: null }] = attempts;
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(attempts.map((one) => one.key)).toEqual(attempts.map(() => key));
    expect(await storedRows(forge, key ?? '')).toHaveLength(1);
  });

  it('waits while the first request with the same key is running', async () => {
    const key = { 'Idempotency-Key': 'held' };
    const second = watched();
    let later: ReturnType<typeof second.note> | undefined;
    // Requests of other tests may still be writing.
    const hasClaimed = async () => (await storedRows(forge, 'held')).length > 0;
    new Interleaving(forge).when(hasClaimed, async () => {
      later = second.note('Held', key);
      while (second.attempts[0]?.status === undefined)
        await new Promise((resolve) => setImmediate(resolve));
    });
    const first = await watched().note('Held', key);
    const other = await later;
    expect(other?.data).toEqual(first.data);
    // A server may roll the first one back to let the other go on: then that one is the replay.
    const replays = [first, other].map((one) => one?.response.headers.get('idempotency-replayed'));
    expect(replays.filter(Boolean)).toEqual(['true']);
    expect(second.attempts.map(({ status }) => status)).toEqual([409, 201]);
    expect(await notes('Held')).toHaveLength(1);
  });

  it('tries again after 503', async () => {
    const away = { errcode: 14 };
    replaceTokenLookup(forge, () =>
      Promise.reject(Object.assign(new Error('database away'), away)),
    );
    const { note, attempts } = watched();
    expect((await note('After 503')).data).toMatchObject({ body: 'After 503' });
    expect(attempts.map(({ status }) => status)).toEqual([503, 201]);
    expect(await notes('After 503')).toHaveLength(1);
  });

  it('gives up after `retries` attempts, and sends one attempt with retries: 0', async () => {
    proxy.cutAfter = CUT;
    for (const retries of [0, 2]) {
      const { note, attempts } = watched({ baseUrl: proxyUrl, retries });
      await expect(note(CUT)).rejects.toThrow();
      expect(attempts).toHaveLength(retries + 1);
    }
  });

  it('stops when the caller aborts', async () => {
    proxy.cutAfter = CUT;
    const controller = new AbortController();
    const { note, attempts } = watched({ baseUrl: proxyUrl }, (n) => {
      if (n === 2) controller.abort();
    });
    await expect(note(CUT, undefined, controller.signal)).rejects.toThrow(/abort/i);
    expect(attempts).toHaveLength(2);
  });

  it('sends a new key with each POST, the key of the caller if there is one, and none with GET', async () => {
    const { client, note, attempts } = watched();
    await note('a');
    await note('a');
    await note('b', { 'Idempotency-Key': 'of-the-caller' });
    await client.GET('/api/v3/user');
    const keys = attempts.map(({ key }) => key);
    expect(new Set(keys).size).toBe(4);
    expect(keys.slice(2)).toEqual(['of-the-caller', null]);
    expect(await notes('a')).toHaveLength(2);
  });

  it('returns an error that a retry cannot correct at once', async () => {
    const { note, attempts } = watched();
    const { error, response } = await note(' ');
    expect([response.status, error?.message]).toEqual([400, { body: ["can't be blank"] }]);
    expect(attempts).toHaveLength(1);
  });
});
