import { startForge, type Forge } from '../support/app.js';
import { requestText, sendRaw } from '../support/raw.js';
import { answered } from '../support/expected-responses.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const notFound = answered(404, { message: '404 Not Found' });
const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

describe('an unknown route', () => {
  it.each([
    ...['/nothing', '/users/1/nothing', '/user/keys/1/2', '/users//1', '//users', '/USERS', '/.'],
    ...['/%zz', '/users/%', '/users/%ff', '/users/%c3', '/user%2F', '/%00', '/%2e%2e'],
  ])('returns 404: %s', async (path) => {
    expect(await forge.root.get(path)).toEqual(notFound);
    expect(await forge.anonymous.get(path)).toEqual(notFound);
  });

  it.each(['/api', '/api/v3', '/api/v4/users', '/users'])(
    'returns 404 outside the API too: %s',
    async (path) => {
      expect(await forge.root.get(forge.url + path)).toEqual(notFound);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
    'returns 404 to %s, whatever the body is',
    async (method) => {
      expect(await forge.root.send(method, '/nothing')).toEqual(notFound);
      expect(await forge.root.type('text/x').send(method, '/nothing', '{broken')).toEqual(notFound);
      const long = 'x'.repeat(10_000);
      expect(await forge.root.send(method, '/nothing', { long })).toEqual(notFound);
    },
  );
});

describe('a known route with another method', () => {
  it('returns 405 and allows exactly the documented methods', async () => {
    const items = Object.entries(forge.contract.document.paths);
    for (const path of items.map(([template]) => template.replace(/\{\w+\}/g, '1'))) {
      // `/projects/all` is an operation; for other methods it is the project `all`.
      const methods = items
        .filter(([template]) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
        .flatMap(([, item]) => Object.keys(item).map((method) => method.toUpperCase()))
        .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const other = ALL.find((method) => !methods.includes(method)) ?? '';
      const { status, headers, body } = await forge.anonymous.send(other, forge.url + path);
      expect([path, status, body]).toEqual([path, 405, { message: '405 Not Allowed' }]);
      const allowed = headers.get('allow')?.split(', ').sort();
      expect([path, allowed]).toEqual([path, [...new Set(methods)].sort()]);
    }
  });

  it.each(['TRACE', 'PROPFIND', 'LINK', 'PURGE'])('returns 405 to %s', async (method) => {
    const { status, headers, body } = await sendRaw(
      forge.url,
      requestText(`${method} /api/v3/user`),
    );
    expect([status, body]).toEqual([405, { message: '405 Not Allowed' }]);
    expect(headers.get('allow')).toBe('GET, HEAD');
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('returns 405 before it checks the token or reads the body', async () => {
    const answer = await forge.anonymous.type('x/y').send('PATCH', '/users/1', '{broken');
    expect(answer).toEqual(answered(405, { message: '405 Not Allowed' }));
  });
});
