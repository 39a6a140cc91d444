import { deflateSync, gzipSync } from 'node:zlib';
import { startForge, type Forge } from '../support/app.js';
import { requestText, sendRaw } from '../support/raw.js';
import type { Resource, SeededUser } from '../support/seed.js';

const MESSAGE = '415 Unsupported Media Type - send the body as it is, without a Content-Encoding';
const TYPE = 'application/json';

let forge: Forge;
let ada: SeededUser;
let issue: Resource;
beforeAll(async () => {
  forge = await startForge();
  ada = await forge.seed.user();
  issue = await forge.seed.issue(await forge.seed.project(ada), ada);
});
afterAll(() => forge.close());

const send = (
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
) =>
  fetch(`${forge.url}/api/v3${path}`, {
    ...{ method, body },
    headers: { 'PRIVATE-TOKEN': ada.token, 'Content-Type': TYPE, ...headers },
  });

describe('a body with a content coding', () => {
  it.each([
    ['gzip', gzipSync('{"body":"x"}')],
    ['GZIP', gzipSync('{"body":"x"}')],
    ['x-gzip', gzipSync('{"body":"x"}')],
    ['deflate', deflateSync('{"body":"x"}')],
    ['br', '{"body":"x"}'],
    ['zstd', '{"body":"x"}'],
    ['identity, gzip', gzipSync('{"body":"x"}')],
    ['utf-8', '{"body":"x"}'],
  ])('returns 415 with Accept-Encoding: identity for %s', async (coding, content) => {
    const body = typeof content === 'string' ? content : Uint8Array.from(content);
    const headers = { 'Content-Encoding': coding };
    for (const type of [TYPE, 'application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await send('POST', `${issue.at}/notes`, body, {
        ...{ ...headers, 'Content-Type': type },
      });
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
      expect(await answer.json()).toEqual({ message: MESSAGE });
    }
  });

  it.each(['PUT', 'DELETE', 'POST'])(
    'returns 415 to %s before it checks the token',
    async (method) => {
      const answer = await send(method, issue.at, Uint8Array.from(gzipSync('{}')), {
        ...{ 'Content-Encoding': 'gzip', 'PRIVATE-TOKEN': 'unknown' },
      });
      // The issue has no POST.
      expect(answer.status).toBe(method === 'POST' ? 405 : 415);
    },
  );

  it.each(['identity', 'Identity', '', ' , identity'])('is read for %j', async (coding) => {
    const headers = { 'Content-Encoding': coding };
    const answer = await send('POST', `${issue.at}/notes`, '{"body":"x"}', headers);
    expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([201, null]);
  });

  it('does not matter without a body, nor to GET and to an unknown route', async () => {
    const headers = { 'PRIVATE-TOKEN': ada.token, 'Content-Encoding': 'gzip' };
    const title = `PUT /api/v3${issue.at}?title=New`;
    const empty = { ...headers, 'Content-Type': TYPE, 'Content-Length': '0' };
    for (const given of [headers, empty])
      expect((await sendRaw(forge.url, requestText(title, given))).status).toBe(200);
    const chunked = { ...headers, 'Content-Type': TYPE, 'Transfer-Encoding': 'chunked' };
    expect((await sendRaw(forge.url, `${requestText(title, chunked)}0\r\n\r\n`)).status).toBe(200);
    expect((await sendRaw(forge.url, requestText('GET /api/v3/user', headers, 'x'))).status).toBe(
      200,
    );
    expect((await send('POST', '/nothing', '{}', headers)).status).toBe(404);
  });
});
