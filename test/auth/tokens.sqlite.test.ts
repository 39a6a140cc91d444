import { startForge, type Forge } from '../support/app.js';
import type { SeededUser } from '../support/seed.js';
import { answered } from '../support/expected-responses.js';

describe('A private token', () => {
  let forge: Forge;
  let alice: SeededUser;
  let bob: SeededUser;
  const nobodys = 'nobodys-token-0000000';

  beforeAll(async () => {
    forge = await startForge();
    alice = await forge.seed.user({ username: 'alice' });
    bob = await forge.seed.user({ username: 'bob' });
  });
  afterAll(() => forge.close());

  const unauthorized = () => answered(401, { message: '401 Unauthorized' });

  /** Who the service takes the caller for. */
  async function whoIs(
    headers: Record<string, string>,
    query: Record<string, string> = {},
  ): Promise<unknown> {
    const { body } = await forge.anonymous.with(headers).get<object>('/user', query);
    return 'username' in body ? body.username : body;
  }

  describe('in a request', () => {
    it.each([
      ['PRIVATE-TOKEN', (token: string) => ({ 'PRIVATE-TOKEN': token })],
      ['private-token', (token: string) => ({ 'private-token': token })],
      ['Authorization: Bearer', (token: string) => ({ Authorization: `Bearer ${token}` })],
      ['Authorization: bearer', (token: string) => ({ Authorization: `bearer ${token}` })],
    ])('is read from the header %s', async (_, headers) => {
      expect(await whoIs(headers(alice.token))).toBe('alice');
    });

    it.each(['private_token', 'access_token'])('is read from %s in the query', async (name) => {
      expect(await whoIs({}, { [name]: alice.token })).toBe('alice');
    });

    const forms = {
      'a JSON body': (fields: Record<string, string>) => fields,
      'a form': (fields: Record<string, string>) => new URLSearchParams(fields),
      'a multipart form': (fields: Record<string, string>) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.set(name, value);
        return form;
      },
    };
    const methods = ['POST', 'PUT', 'DELETE'];

    it.each(
      Object.entries(forms).flatMap(([name, form]) =>
        methods.flatMap((method) =>
          ['private_token', 'access_token'].map((field) => [name, method, field, form] as const),
        ),
      ),
    )('is read from %s of a %s, as %s', async (_, method, field, form) => {
      // Refused to a normal user, as no unauthenticated request would be.
      const { status } = await forge.anonymous.send(
        method,
        method === 'POST' ? '/users' : '/users/1',
        form({ [field]: alice.token }),
      );
      expect(status).toBe(403);
    });

    it('is read from the query of a POST', async () => {
      const { status } = await forge.anonymous.post(`/users?private_token=${alice.token}`, {});
      expect(status).toBe(403);
    });

    it('is read for HEAD as for GET', async () => {
      const { status } = await alice.client.send('HEAD', '/user');
      expect(status).toBe(200);
    });
  });

  describe('given several times', () => {
    it('is read from the parameter before the header', async () => {
      const headers = { 'PRIVATE-TOKEN': bob.token };
      expect(await whoIs(headers, { private_token: alice.token })).toBe('alice');
    });

    it('is read from private_token before access_token', async () => {
      const both = { private_token: alice.token, access_token: bob.token };
      expect(await whoIs({}, both)).toBe('alice');
    });

    it('is read from access_token if private_token is empty', async () => {
      const both = { private_token: '', access_token: bob.token };
      expect(await whoIs({ 'PRIVATE-TOKEN': alice.token }, both)).toBe('bob');
    });

    it('is read from the parameter before the header, even if the parameter is invalid', async () => {
      const headers = { 'PRIVATE-TOKEN': bob.token };
      expect(await whoIs(headers, { private_token: nobodys })).toEqual(unauthorized().body);
    });

    it('is read from PRIVATE-TOKEN before Authorization', async () => {
      const both = { 'PRIVATE-TOKEN': alice.token, Authorization: `Bearer ${bob.token}` };
      expect(await whoIs(both)).toBe('alice');
    });

    it('is read from the body before the query', async () => {
      const path = `/users?private_token=${nobodys}`;
      const { status } = await forge.anonymous.post(path, { private_token: alice.token });
      expect(status).toBe(403);
    });

    it('is read from the query if it is empty in the body', async () => {
      const path = `/users?private_token=${alice.token}`;
      const { status } = await forge.anonymous.post(path, { private_token: '' });
      expect(status).toBe(403);
    });

    it('is read from the header if the parameter is empty', async () => {
      expect(await whoIs({ 'PRIVATE-TOKEN': alice.token }, { private_token: '' })).toBe('alice');
    });

    it('is read from Authorization if PRIVATE-TOKEN is empty', async () => {
      const headers = { 'PRIVATE-TOKEN': '', Authorization: `Bearer ${alice.token}` };
      expect((await forge.anonymous.with(headers).get('/user')).status).toBe(200);
    });

    it('is read from Authorization if the parameter is empty', async () => {
      const headers = { Authorization: `Bearer ${alice.token}` };
      expect(await whoIs(headers, { private_token: '' })).toBe('alice');
    });
  });

  describe('that is invalid', () => {
    it.each([
      ['in another case', () => ({ 'PRIVATE-TOKEN': alice.token.toUpperCase() })],
      ['cut short', () => ({ 'PRIVATE-TOKEN': alice.token.slice(0, -1) })],
      ['as a part of more', () => ({ 'PRIVATE-TOKEN': `${alice.token}x` })],
      ['as two', () => ({ 'PRIVATE-TOKEN': `${alice.token}, ${alice.token}` })],
      ['as a pattern', () => ({ 'PRIVATE-TOKEN': '%' })],
      ['of white space', () => ({ Authorization: 'Bearer  ' })],
      ['with another scheme', () => ({ Authorization: `Basic ${alice.token}` })],
      ['without a scheme', () => ({ Authorization: alice.token })],
      ['as a cookie', () => ({ Cookie: `private_token=${alice.token}` })],
    ])('returns 401 %s', async (_, headers) => {
      expect(await forge.anonymous.with(headers()).get('/user')).toEqual(unauthorized());
    });

    it.each(['private_token', 'access_token'])('returns 401 if %s is given twice', async (name) => {
      const twice = `${name}=${alice.token}&${name}=${alice.token}`;
      expect(await forge.anonymous.get(`/user?${twice}`)).toEqual(unauthorized());
    });

    it.each([[['x']], [{ token: 'x' }], [0], [1], [true], [null]])(
      'returns 401 as %j in a JSON body',
      async (private_token) => {
        expect(await forge.anonymous.post('/users', { private_token })).toEqual(unauthorized());
      },
    );
  });

  it.each(['private_token', 'access_token'])('is never in Link headers: %s', async (name) => {
    const path = `/users?per_page=1&${name}=${alice.token}`;
    const { headers } = await forge.anonymous.get(path);
    expect(headers.get('Link')).toContain('rel="next"');
    expect(JSON.stringify([...headers])).not.toContain(alice.token);
  });

  it('is required before the path is resolved', async () => {
    expect(await forge.anonymous.get('/users/999999')).toEqual(unauthorized());
  });

  it('is required before the parameters are validated', async () => {
    expect(await forge.anonymous.get('/users?page=x')).toEqual(unauthorized());
  });
});
