import { Limits } from '../../src/core/auth/limits.js';
import { startForge, type Forge } from '../support/app.js';
import { engineOf } from '../support/internals.js';
import { answered } from '../support/expected-responses.js';
import type { SeededUser } from '../support/seed.js';

const SETTINGS = {
  RATE_LIMIT: 'on',
  RATE_LIMIT_FAILED_AUTH: '1000',
  RATE_LIMIT_FAILED_SIGN_INS: '3',
  TRUSTED_PROXIES: '127.0.0.1',
};
const unauthorized = () => answered(401, { message: '401 Unauthorized' });
const tooMany = () => answered(429, { message: '429 Too Many Requests - Retry later' });

let forge: Forge;
let ada: SeededUser;
beforeAll(async () => {
  forge = await startForge(SETTINGS);
});
beforeEach(async () => {
  ada = await forge.seed.user();
});
afterAll(() => forge.close());

const signIn = (address: string, login: string, password: string) =>
  forge.anonymous.with({ 'X-Forwarded-For': address }).post('/session', { login, password });
/** Wrong passwords, each from another address. */
const guess = async (login: string, times: number) => {
  const answers = [];
  for (let n = 1; n <= times; n++) answers.push(await signIn(`198.51.100.${n}`, login, 'wrong'));
  return answers;
};

describe('failed sign-ins to one account from many addresses', () => {
  it('get 429 beyond the limit, with Retry-After', async () => {
    const answers = await guess(ada.username, 4);
    expect(answers).toEqual([unauthorized(), unauthorized(), unauthorized(), tooMany()]);
    const [retry, limit, remaining] = ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining'].map(
      (name) => answers[3]?.headers.get(name),
    );
    expect([Number(retry) > 800, limit, remaining]).toEqual([true, '3', '0']);
  });

  it('count together for the username and the address of the user', async () => {
    await guess(ada.username, 2);
    await guess(ada.email, 1);
    expect(await signIn('203.0.113.4', ada.email, ada.password)).toEqual(unauthorized());
    expect(await signIn('203.0.113.4', ada.username, ada.password)).toEqual(unauthorized());
  });

  it('do not tell which logins belong to one user', async () => {
    await guess(ada.username, 2);
    const expected = [unauthorized(), unauthorized(), unauthorized(), tooMany()];
    expect(await guess(ada.email, 4)).toEqual(expected);
    expect(await guess('nobody@example.com', 4)).toEqual(expected);
  });

  it('send the same statements and count as often for an unknown login', async () => {
    const [engine, limits] = [engineOf(forge), forge.app.get(Limits, { strict: false })];
    const [read, countAttempt] = [engine.read.bind(engine), limits.countAttempt.bind(limits)];
    const stepsOf = async (login: string) => {
      const steps: string[] = [];
      engine.read = (query, values, ms) => {
        if (/FROM (users|emails|sign_in_addresses)\b/.test(query.text)) steps.push(query.text);
        return read(query, values, ms);
      };
      limits.countAttempt = (account) => {
        steps.push('count');
        return countAttempt(account);
      };
      expect(await guess(login, 1)).toEqual([unauthorized()]);
      for (const [on, name] of [[engine, 'read'] as const, [limits, 'countAttempt'] as const])
        Reflect.deleteProperty(on, name);
      return steps;
    };
    const known = await stepsOf(ada.username);
    expect(known).toHaveLength(4);
    expect(await stepsOf('no.one.at.all')).toEqual(known);
  });

  it('count together for spellings of a login, whether it exists or not', async () => {
    for (const login of [ada.email, 'no.one@example.com']) {
      await guess(login, 1);
      const others = await guess(login.replace('@', '\u200b@'), 3);
      expect(others).toEqual([unauthorized(), unauthorized(), tooMany()]);
    }
  });

  it('get the status and headers of an unknown login, also from an address that has signed in', async () => {
    expect((await signIn('203.0.113.20', ada.username, ada.password)).status).toBe(201);
    const shown = async (address: string, login: string) => {
      const answers = [];
      for (let n = 1; n <= 5; n++) answers.push(await signIn(address, login, 'wrong'));
      return answers.map(({ status, headers }) => [
        status,
        ...['RateLimit-Limit', 'RateLimit-Remaining'].map((name) => headers.get(name)),
        Number(headers.get('RateLimit-Reset')) > 200 ? 'of the account' : 'of the address',
      ]);
    };
    const expected = [
      [401, '1000', '999', 'of the address'],
      [401, '1000', '998', 'of the address'],
      [401, '1000', '997', 'of the address'],
      [429, '3', '0', 'of the account'],
      [429, '3', '0', 'of the account'],
    ];
    expect(await shown('203.0.113.20', ada.username)).toEqual(expected);
    expect(await shown('203.0.113.21', 'nobody-here')).toEqual(expected);
    expect(await shown('203.0.113.22', (await forge.seed.user()).username)).toEqual(expected);
  });

  it('count towards the limit of the address beyond that of the account, whatever the login', async () => {
    expect((await signIn('203.0.113.23', ada.username, ada.password)).status).toBe(201);
    await guess(ada.username, 3);
    await guess('unknown-login', 3);
    for (const [address, login] of [
      ['203.0.113.23', ada.username],
      ['203.0.113.24', 'unknown-login'],
    ] as const) {
      await signIn(address, login, 'wrong');
      const { headers } = await signIn(address, `other-${address}`, 'wrong');
      expect(headers.get('RateLimit-Remaining')).toBe('998');
    }
  });

  it('do not tell whether a login exists', async () => {
    expect(await guess('nobody-at-all', 4)).toEqual([
      ...[unauthorized(), unauthorized(), unauthorized()],
      tooMany(),
    ]);
  });

  it('block the right password from an address that has never signed in', async () => {
    await guess(ada.username, 3);
    expect(await signIn('203.0.113.1', ada.username, ada.password)).toEqual(tooMany());
  });

  it('do not lock out an address that has signed in before', async () => {
    const home = '203.0.113.2';
    expect((await signIn(home, ada.username, ada.password)).status).toBe(201);
    await guess(ada.username, 5);
    expect((await signIn(home, ada.username, ada.password)).status).toBe(201);
    expect(await signIn(home, ada.username, 'wrong')).toEqual(tooMany());
    expect((await signIn(home, ada.username, ada.password)).status).toBe(201);
  });

  it('do not lock out another host of the same IPv6 network', async () => {
    expect((await signIn('2001:db8::1', ada.username, ada.password)).status).toBe(201);
    await guess(ada.username, 5);
    expect((await signIn('2001:db8::2', ada.username, ada.password)).status).toBe(201);
    expect(await signIn('2001:db9::1', ada.username, ada.password)).toEqual(tooMany());
  });

  it('do not affect other accounts and tokens', async () => {
    const bob = await forge.seed.user();
    await guess(ada.username, 4);
    expect((await signIn('203.0.113.3', bob.username, bob.password)).status).toBe(201);
    expect((await ada.client.get('/user')).status).toBe(200);
  });

  it('do not include sign-ins that succeed', async () => {
    for (let n = 1; n <= 5; n++)
      expect((await signIn(`203.0.113.${n}`, ada.username, ada.password)).status).toBe(201);
    expect(await guess(ada.username, 1)).toEqual([unauthorized()]);
  });

  it('lets two sign-ins from a new address run at once', async () => {
    const both = [1, 2].map(() => signIn('203.0.113.9', ada.username, ada.password));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([201, 201]);
  });
});

it('counts no failed sign-ins per account with RATE_LIMIT_FAILED_SIGN_INS=0', async () => {
  const other = await startForge({ ...SETTINGS, RATE_LIMIT_FAILED_SIGN_INS: '0' });
  try {
    const send = () => other.anonymous.post('/session', { login: 'root', password: 'wrong' });
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await send()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
  } finally {
    await other.close();
  }
});
