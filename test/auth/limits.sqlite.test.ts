import { setTimeout as delay } from 'node:timers/promises';
import { ROOT, startForge, type Forge } from '../support/app.js';
import type { Answer, Client } from '../support/client.js';
import { answered } from '../support/expected-responses.js';
import { replaceLimit } from '../support/internals.js';

const LIMITS = { RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '3' };

const unauthorized = () => answered(401, { message: '401 Unauthorized' });
const tooMany = () => answered(429, { message: '429 Too Many Requests - Retry later' });

const realNow = Date.now;

let forge: Forge;

const fail = (client: Client = forge.anonymous) => client.as('wrong').get('/user');
const from = (addresses: string) => forge.anonymous.with({ 'X-Forwarded-For': addresses });
const signIn = (password: string) =>
  forge.anonymous.post('/session', { login: ROOT.username, password });

async function repeat(times: number, send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < times) answers.push(await send());
  return answers;
}
/** The window is 180 s from the first failure, which came after `begin`. */
function expectRestOfWindow(answer: Answer | undefined, begin: number, header = 'Retry-After') {
  const seconds = Number(answer?.headers.get(header));
  expect(seconds).toBeLessThanOrEqual(180);
  expect(seconds + (performance.now() - begin) / 1_000).toBeGreaterThanOrEqual(180);
}
const threeTimes = (answer: Answer) => [answer, answer, answer];

describe('Failed authentications beyond the limit', () => {
  let begin: number;
  beforeAll(async () => {
    forge = await startForge(LIMITS);
    begin = performance.now();
    expect(await repeat(3, fail)).toEqual(threeTimes(unauthorized()));
  });
  afterAll(() => forge.close());

  it('get 429 with Retry-After set to the rest of the window', async () => {
    const answer = await fail();
    expect(answer).toEqual(tooMany());
    expectRestOfWindow(answer, begin);
  });

  it('get 429 without a token too', async () => {
    expect(await forge.anonymous.get('/user')).toEqual(tooMany());
  });

  it('get 429 for a sign-in with a wrong password', async () => {
    expect(await signIn('wrong')).toEqual(tooMany());
  });

  it('block sign-ins with the right password too', async () => {
    expect(await signIn(ROOT.password)).toEqual(tooMany());
  });

  it('do not affect requests with a valid token', async () => {
    expect((await forge.root.get('/user')).status).toBe(200);
  });

  it('do not affect requests that need no token', async () => {
    const { status } = await forge.anonymous.send('GET', `${forge.url}/health`);
    expect(status).toBe(200);
  });

  it('are counted by the socket address when a client without a trusted proxy sends forwarding headers', async () => {
    const elsewhere = { Forwarded: 'for=203.0.113.9', 'X-Real-IP': '203.0.113.9' };
    expect(await fail(from('203.0.113.9').with(elsewhere))).toEqual(tooMany());
  });
});

describe('Failed authentications', () => {
  afterEach(() => {
    Date.now = realNow;
    return forge.close();
  });

  it('at sign-in count towards the same limit', async () => {
    forge = await startForge(LIMITS);
    expect(await repeat(3, () => signIn('wrong'))).toEqual(threeTimes(unauthorized()));
    expect(await fail()).toEqual(tooMany());
  });

  it('do not include successful requests or other errors', async () => {
    forge = await startForge(LIMITS);
    await repeat(4, () => forge.root.get('/user'));
    await repeat(4, () => forge.root.get('/users/999999'));
    expect(await repeat(3, fail)).toEqual(threeTimes(unauthorized()));
  });

  it('return what is left of the limit', async () => {
    forge = await startForge(LIMITS);
    const begin = performance.now();
    const answers = [await signIn('wrong'), await signIn(ROOT.password), await fail()];
    answers.push(await fail(), await fail());
    const left = answers.map(({ status, headers }) => [
      ...[status, headers.get('RateLimit-Limit'), headers.get('RateLimit-Remaining')],
    ]);
    expect(left).toEqual([
      [401, '3', '2'],
      [201, '3', '2'],
      [401, '3', '1'],
      [401, '3', '0'],
      [429, '3', '0'],
    ]);
    expectRestOfWindow(answers[4], begin, 'RateLimit-Reset');
  });

  it('do not include requests without a token', async () => {
    forge = await startForge(LIMITS);
    const anonymous = await repeat(4, () => forge.anonymous.get('/user'));
    expect(anonymous).toEqual(Array(4).fill(unauthorized()));
    expect(await repeat(3, fail)).toEqual(threeTimes(unauthorized()));
  });

  it('do not include sign-ins that succeed or cannot be read', async () => {
    forge = await startForge(LIMITS);
    const signIns = await repeat(4, () => signIn(ROOT.password));
    expect(signIns.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    await repeat(4, () => forge.anonymous.post('/session', { login: 'root' }));
    expect(await repeat(3, fail)).toEqual(threeTimes(unauthorized()));
  });

  it('are limited for sign-ins in parallel too', async () => {
    forge = await startForge({ RATE_LIMIT: 'on' });
    const passwords = Array<string>(90).fill('wrong');
    passwords[69] = ROOT.password;
    const statuses = (await Promise.all(passwords.map(signIn))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
  });

  it('are not used up by many users who sign in at once', async () => {
    forge = await startForge(LIMITS);
    await Promise.all(Array.from({ length: 20 }, () => signIn(ROOT.password)));
    expect((await signIn(ROOT.password)).status).toBe(201);
    expect(await repeat(3, fail)).toEqual(threeTimes(unauthorized()));
  });

  it('are counted for the /64 network of an IPv6 address', async () => {
    forge = await startForge({ ...LIMITS, TRUSTED_PROXIES: '127.0.0.1' });
    const hosts = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:DB8:1:2:0:0:0:3'];
    for (const host of hosts) expect(await fail(from(host))).toEqual(unauthorized());
    expect(await fail(from('2001:db8:1:2::4'))).toEqual(tooMany());
    expect(await fail(from('2001:db8:1:3::1'))).toEqual(unauthorized());
  });

  it('are counted for an IPv4 address in both notations', async () => {
    forge = await startForge({ ...LIMITS, TRUSTED_PROXIES: '127.0.0.1' });
    await repeat(3, () => fail(from('203.0.113.9')));
    expect(await fail(from('::ffff:203.0.113.9'))).toEqual(tooMany());
  });

  it('are forgotten after the window', async () => {
    forge = await startForge(LIMITS);
    replaceLimit(forge, 'failures', 3, 1_000);
    // On a busy machine four may fall into two windows.
    let answer = await fail();
    while (answer.status === 401) answer = await fail();
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '1']);
    await delay(1_100);
    expect(await fail()).toEqual(unauthorized());
  });

  it('are forgotten after the window, even if the clock is set back an hour meanwhile', async () => {
    forge = await startForge(LIMITS);
    replaceLimit(forge, 'failures', 3, 1_000);
    let answer = await fail();
    while (answer.status === 401) answer = await fail();
    Date.now = () => realNow() - 3_600_000;
    const later = await fail();
    // On a busy machine the window may have ended.
    if (later.status === 429) expect(later.headers.get('Retry-After')).toBe('1');
    await delay(1_100);
    expect(await fail()).toEqual(unauthorized());
  });

  it('are counted separately for each address that a trusted proxy reports', async () => {
    forge = await startForge({ ...LIMITS, TRUSTED_PROXIES: '127.0.0.1' });
    await repeat(3, () => fail(from('203.0.113.9')));
    expect(await fail(from('203.0.113.9'))).toEqual(tooMany());
    expect(await fail(from('203.0.113.10'))).toEqual(unauthorized());
  });

  it('are counted for the address nearest to the trusted proxy, whatever the rest of X-Forwarded-For says', async () => {
    forge = await startForge({ ...LIMITS, TRUSTED_PROXIES: '127.0.0.1' });
    await repeat(3, () => fail(from('198.51.100.1, 203.0.113.9')));
    expect(await fail(from('198.51.100.2, 203.0.113.9'))).toEqual(tooMany());
  });

  it.each([
    ['RATE_LIMIT=off', { ...LIMITS, RATE_LIMIT: 'off' }],
    ['RATE_LIMIT_FAILED_AUTH=0', { ...LIMITS, RATE_LIMIT_FAILED_AUTH: '0' }],
  ])('are not counted with %s', async (_, settings) => {
    forge = await startForge(settings);
    await repeat(3, fail);
    expect(await repeat(3, fail)).toEqual(threeTimes(unauthorized()));
  });

  it('are limited to 30 in 3 minutes by default', async () => {
    forge = await startForge({ RATE_LIMIT: 'on' });
    const begin = performance.now();
    const answers = await repeat(31, fail);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expectRestOfWindow(answers[30], begin);
  });
});
