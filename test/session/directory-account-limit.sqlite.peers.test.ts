import { startSynchronized } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { answered } from '../support/expected-responses.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, PASSWORD, REFUSED, type SignedIn } from './directory-session.js';

const slapd = useSlapd({ keepEntries: true });

const LIMIT = 3;
const TOO_MANY = answered(429, { message: '429 Too Many Requests - Retry later' });

describe('Failed sign-ins to one entry of a directory from many addresses', () => {
  let forge: Forge;
  let address = 0;

  beforeAll(async () => {
    await addPerson(slapd, { uid: 'ada lovelace', mail: 'ada@example.org' });
    await addPerson(slapd, { uid: 'bea' });
  });
  beforeEach(async () => {
    forge = await startSynchronized(slapd, {
      ...{ RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '1000', TRUSTED_PROXIES: '127.0.0.1' },
      RATE_LIMIT_FAILED_SIGN_INS: String(LIMIT),
    });
  });
  afterEach(() => forge.close());

  const signIn = (login: string, password: string, from = `198.51.100.${++address}`) =>
    forge.anonymous
      .with({ 'X-Forwarded-For': from })
      .post<SignedIn>('/session', { login, password });
  const guess = async (logins: string[]) => {
    const answers = [];
    for (const login of logins) answers.push(await signIn(login, 'wrong'));
    return answers;
  };
  /** What a client can see. */
  const visible = ({ status, headers }: Awaited<ReturnType<typeof signIn>>) => [
    status,
    ...['RateLimit-Limit', 'RateLimit-Remaining'].map((name) => headers.get(name)),
  ];

  it.each(['ada lovelace', 'nobody here'])(
    'count together for all spellings of %s that the directory treats as equal',
    async (login) => {
      const spellings = [
        login.toUpperCase(),
        login.replace(' ', '   '),
        login.replace('a', 'a\u00ad').replace('o', 'o\u00ad'),
      ];
      expect(await guess([...spellings, ` ${login} `])).toEqual([
        ...spellings.map(() => REFUSED),
        TOO_MANY,
      ]);
    },
  );

  it('count together for the username and the address of the entry, and do not show it', async () => {
    const attack = async (name: string, mail: string) => {
      const answers = await guess([...Array<string>(LIMIT - 1).fill(name), mail, mail, mail, mail]);
      return answers.map(visible);
    };
    expect(await attack('ada lovelace', 'ada@example.org')).toEqual(
      await attack('nobody here', 'nobody@example.org'),
    );
    // Two names with two and three failures: more than the limit of the entry.
    expect(await signIn('ada lovelace', PASSWORD)).toEqual(REFUSED);
    expect((await signIn('bea', PASSWORD)).status).toBe(201);
  });

  it('do not lock out an address that has signed in before', async () => {
    const home = '203.0.113.1';
    expect((await signIn('ada lovelace', PASSWORD, home)).status).toBe(201);
    await guess(Array<string>(LIMIT).fill('ada@example.org'));
    expect((await signIn('ada@example.org', PASSWORD, home)).status).toBe(201);
    expect(await signIn('ada lovelace', PASSWORD)).toEqual(REFUSED);
  });

  it('do not include sign-ins that succeed', async () => {
    for (let n = 0; n <= LIMIT; n++)
      expect((await signIn('ada lovelace', PASSWORD)).status).toBe(201);
  });
});
