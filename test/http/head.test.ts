import { startForge, type Forge } from '../support/app.js';
import { RawConnection, requestText, sendRaw } from '../support/raw.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
  const ada = await forge.seed.user();
  const issue = await forge.seed.issue(await forge.seed.project(ada), ada);
  await forge.seed.note(issue, ada);
});
afterAll(() => forge.close());

/** Headers that differ between two responses. */
const VARYING = new Set(['date', 'x-request-id']);

describe('HEAD', () => {
  it('returns status and headers of GET without a body on every GET route', async () => {
    const paths = Object.entries(forge.contract.document.paths).flatMap(([path, item]) =>
      item.get ? [path.replace(/\{\w+\}/g, '1')] : [],
    );
    expect(paths.length).toBeGreaterThan(20);
    for (const path of [...paths, '/nothing', '/api/v3/users?page=x']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map(async (method) => {
          const headers = { 'PRIVATE-TOKEN': 'token-of-root-0000000' };
          return sendRaw(forge.url, requestText(`${method} ${path}`, headers));
        }),
      );
      const stableHeaders = (answer = get) =>
        [...(answer?.headers ?? [])].filter(([name]) => !VARYING.has(name));
      expect([path, head?.status, stableHeaders(head)]).toEqual([
        path,
        get?.status,
        stableHeaders(get),
      ]);
      expect(head?.body).toBeUndefined();
    }
  });

  it('validates parameters like GET', async () => {
    const { status } = await sendRaw(forge.url, requestText('HEAD /api/v3/user'));
    expect(status).toBe(401);
  });

  it('keeps the connection usable for the next request', async () => {
    const connection = new RawConnection(forge.url);
    connection.send(requestText('HEAD /health'));
    expect((await connection.answer({ isHead: true })).body).toBeUndefined();
    connection.send(requestText('GET /health'));
    expect((await connection.answer()).body).toEqual({ status: 'ok', warnings: [] });
    connection.end();
  });
});
