import { ROOT, startForge, type Forge } from '../support/app.js';

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

describe('every response', () => {
  it('has a unique X-Request-Id', async () => {
    const paths = [
      '/user',
      '/users',
      '/users/x',
      '/users?page=x',
      '/nothing',
      '/%zz',
      '/user/keys',
    ];
    const ids = await Promise.all(
      [...paths, ...paths].map(async (path) =>
        (await forge.root.get(path)).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has an X-Request-Id that the client cannot choose', async () => {
    const headers = { 'X-Request-Id': 'mine', 'Request-Id': 'mine' };
    const answer = await forge.root.with(headers).get('/user');
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('has exactly the content type application/json', async () => {
    const paths = ['/user', '/users', '/users/999', '/nothing', '/%zz', '/users?x=%zz'];
    for (const path of [...paths, `${forge.url}/health`]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH']) {
        // A reset would make the token of root useless for the operations after it.
        const client = path.endsWith('/reset') ? forge.anonymous : forge.root;
        const { headers } = await client.send(method, path);
        expect([method, path, headers.get('content-type')]).toEqual([
          ...[method, path, 'application/json'],
        ]);
      }
    }
  });

  it('forbids caching and content sniffing', async () => {
    for (const path of ['/user', '/users', '/users/999', '/nothing', '/session']) {
      const { headers } = await forge.root.get(path);
      expect([path, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
        ...[path, 'private, no-store', 'nosniff'],
      ]);
    }
  });

  it('forbids sending its address to other sites, and running or embedding anything in it', async () => {
    const { paths } = forge.contract.document;
    expect(Object.keys(paths).length).toBeGreaterThan(40);
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const at = forge.url + path.replace(/\{\w+\}/g, '1');
        // A reset would make the token of root useless for the operations after it.
        const client = path.endsWith('/reset') ? forge.anonymous : forge.root;
        const { headers } = await client.send(method.toUpperCase(), at);
        const policy = headers.get('content-security-policy') ?? '';
        expect([method, path, headers.get('referrer-policy')]).toEqual([
          method,
          path,
          'no-referrer',
        ]);
        expect([method, path, headers.get('x-content-type-options')]).toEqual([
          ...[method, path, 'nosniff'],
        ]);
        for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
          expect([method, path, policy]).toEqual([method, path, expect.stringContaining(rule)]);
        expect([method, path, policy]).not.toContain('unsafe');
      }
    }
  });

  it('never repeats a token', async () => {
    const query = { private_token: ROOT.token, per_page: 1, search: 'o&=' };
    const { headers, body } = await forge.anonymous.get('/users', query);
    expect(headers.get('link')).toMatch(/search=o%26%3D/);
    const text = JSON.stringify([[...headers], body]);
    expect(text).not.toContain(ROOT.token);
    expect(headers.get('link')).not.toMatch(/token/);
  });
});
