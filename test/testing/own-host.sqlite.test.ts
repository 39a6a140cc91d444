import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { startForge, type Forge } from '../../src/app/testing/in-process.js';

const PUBLIC_URL = 'http://forge.example/';

describe('a forge', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge({ CORS_ORIGINS: '*' });
  });
  afterAll(() => forge.close());
  beforeEach(() => forge.reset());

  const send = async (host: string, method = 'GET', path = '/health', one = forge) => {
    const { port } = new URL(one.url);
    const headers = {
      host: host.replace('PORT', port),
      ...{ origin: 'http://page.example', 'access-control-request-method': 'GET' },
    };
    const sent = request(one.url, { method, path, headers, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode, text };
  };

  it.each(['127.0.0.1:PORT', 'localhost:PORT'])('answers requests for %s', async (host) => {
    expect((await send(host)).status).toBe(200);
  });

  it.each([
    ['page.example:PORT', 'GET', '/health'],
    ['page.example', 'GET', '/health'],
    ['127.0.0.1', 'GET', '/health'],
    ['127.0.0.1:1', 'GET', '/health'],
    ['127.0.0.2:PORT', 'GET', '/health'],
    ['page.example:PORT', 'OPTIONS', '/health'],
    ['page.example:PORT', 'GET', '/%zz'],
  ])('refuses requests for %j with one sentence: %s %s', async (host, method, path) => {
    expect(await send(host, method, path)).toEqual({
      status: 421,
      text: JSON.stringify({ message: `421 Misdirected Request - use ${forge.url}` }),
    });
    expect(await forge.requests()).toEqual([]);
  });

  it('also answers requests for PUBLIC_URL', async () => {
    const other = await startForge({ PUBLIC_URL });
    try {
      const statusOf = async (host: string) => (await send(host, 'GET', '/health', other)).status;
      expect(await statusOf('forge.example')).toBe(200);
      expect(await statusOf('127.0.0.1:PORT')).toBe(200);
      expect(await statusOf('page.example')).toBe(421);
    } finally {
      await other.close();
    }
  });
});
