import { startForge, type Forge } from './app.js';

describe('the contract check of responses', () => {
  let forge: Forge;
  beforeAll(async () => {
    forge = await startForge();
  });
  afterAll(() => forge.close());

  const type = { 'content-type': 'application/json' };
  const withCharset = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'one',
  });
  const id = { 'x-request-id': 'one' };
  const health = {
    method: 'GET',
    path: '/health/ready',
    status: 200,
    headers: new Headers({ ...type, ...id }),
    body: { status: 'ok' } as unknown,
  };
  const check = (changes: Partial<typeof health>) => () => {
    forge.contract.check({ ...health, ...changes });
  };

  it.each([
    ['what is documented', {}],
    ['HEAD without a body', { method: 'HEAD', body: undefined }],
    ['a documented failure', { status: 404, body: { message: '404 Not Found' } }],
    ['the refusal of a wrong method', { method: 'PUT', status: 405, body: { message: 'no' } }],
    ['the refusal of an unknown path', { path: '/x', status: 404, body: { message: {} } }],
  ])('allows %s', (_, changes) => {
    expect(check(changes)).not.toThrow();
  });

  const withHeaders = (more: Record<string, string>) => new Headers({ ...type, ...id, ...more });
  const unknown = { path: '/x', status: 404, body: { message: 'no' } };
  const pages = { 'x-per-page': '20', link: '<http://a>; rel="first"' };
  const list = { path: '/api/v3/users', body: [] };
  const limited = { path: '/api/v3/users', status: 429, body: { message: 'no' } };

  it.each([
    ['a field too many', { body: { status: 'ok', more: 1 } }, '"additionalProperty":"more"'],
    ['a field too few', { body: {} }, "must have required property 'status'"],
    ['no body', { body: undefined }, 'there is no body'],
    ['an undocumented status', { status: 418 }, 'the status 418 is not documented'],
    ['a failure of another shape', { status: 404 }, "must have required property 'message'"],
    ['a missing X-Request-Id', { headers: new Headers(type) }, 'X-Request-Id is missing'],
    ['another content type', { headers: new Headers(id) }, 'the content type  is not documented'],
    ['a content type with a charset', { headers: withCharset }, 'application/json; charset=utf-8'],
    ['a list without its pages', { path: '/api/v3/users', body: [] }, 'the header Link is missing'],
    [
      'a header nobody documented',
      { headers: withHeaders({ 'x-other': '1' }) },
      'the header x-other is not documented',
    ],
    [
      'a header nobody documented, of an unknown path',
      { ...unknown, headers: withHeaders({ 'x-other': '1' }) },
      'the header x-other is not documented',
    ],
    [
      'Allow where the method is right',
      { headers: withHeaders({ allow: 'GET' }) },
      'the header allow is not documented',
    ],
    [
      'a page header of another form',
      { ...list, headers: withHeaders({ ...pages, 'x-page': 'one' }) },
      'the header X-Page is "one"',
    ],
    [
      'a header below its minimum',
      { ...limited, headers: withHeaders({ 'retry-after': '0' }) },
      'the header Retry-After is "0"',
    ],
    [
      'a limit in words',
      { ...limited, headers: withHeaders({ 'retry-after': '1', 'ratelimit-limit': 'many' }) },
      'the header RateLimit-Limit is "many"',
    ],
    [
      'Idempotency-Replayed where nothing is created',
      { ...list, headers: withHeaders({ ...pages, 'idempotency-replayed': 'true' }) },
      'the header idempotency-replayed is not documented',
    ],
    ['an operation nobody documented', { path: '/x' }, 'the document has no such operation'],
  ])('refuses %s', (_, changes, problem) => {
    expect(check(changes)).toThrow(problem);
  });
});
