import type { AttackClass } from '../attack-class.js';
import { ADMIN } from '../../bench/seed.js';
import type { Answer, Caller } from '../clients/caller.js';
import type { Target } from '../target.js';

const LIMIT = 10;
/** Also of the account: the limits of addresses are tried from many of them. */
const ACCOUNT_LIMIT = 25;
const GUESSES = 60;
const LOGIN = 'root';
const PASSWORD = 'nobody signs in';

/** Guesses tokens by every door and passwords in parallel, from one address and from one IPv6 network. */
export const guessing: AttackClass = {
  name: 'guessing',
  rows: [25],
  control: 'uncounted-failures',
  env: {
    ...{ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' },
    ...{ RATE_LIMIT_FAILED_AUTH: String(LIMIT) },
    RATE_LIMIT_FAILED_SIGN_INS: String(ACCOUNT_LIMIT),
  },
  run: async (target) => {
    await guessTokens(target);
    await guessInNetwork(target);
    const before = await guessPasswords(target);
    await guessFromEverywhere(target);
    return `${DOORS.length} doors share ${LIMIT} failures; of ${GUESSES} parallel passwords ${before} are checked`;
  },
};

const from = (caller: Caller, address: string): Caller =>
  caller.with({ 'x-forwarded-for': address });

type Door = (caller: Caller, token: string) => Promise<Answer>;

const DOORS: readonly Door[] = [
  (caller, token) => caller.as(token).get('/user'),
  (caller, token) => caller.get(`/user?private_token=${token}`),
  (caller, token) => caller.get(`/users?access_token=${token}`),
  (caller, token) => caller.with({ authorization: `Bearer ${token}` }).get('/user/keys'),
  (caller, token) => caller.post('/user/emails', { private_token: token, email: 'a@b.example' }),
  (caller, token) => caller.as(token).with({ sudo: LOGIN }).get('/user'),
  (caller, token) => caller.put('/users/1/block', { access_token: token }),
  (caller, password) => caller.post('/session', { login: LOGIN, password }),
];

/** All doors have one counter, and a valid token still works. */
async function guessTokens(target: Target): Promise<void> {
  const caller = from(target.anonymous, '192.0.2.1');
  const statuses: number[] = [];
  for (let n = 0; n < 2 * LIMIT; n++) {
    const door = DOORS[n % DOORS.length];
    if (door) statuses.push((await door(caller, `guess-number-${n}-of-many`)).status);
  }
  const expected = statuses.map((_, n) => (n < LIMIT ? 401 : 429));
  const isSame = JSON.stringify(statuses) === JSON.stringify(expected);
  target.require(isSame, `${LIMIT} failures allowed, got ${statuses.join()}`);
  const { status } = await caller.as(ADMIN.token).get('/user');
  target.require(status === 200, `a valid token gets ${status} after failures from its address`);
}

/** Addresses of one /64 are one client. A forged header of the client itself does not count. */
async function guessInNetwork(target: Target): Promise<void> {
  const statuses: number[] = [];
  for (let n = 0; n < 2 * LIMIT; n++) {
    const caller = from(target.anonymous, `198.51.100.${n}, 2001:db8:1:2::${n.toString(16)}`);
    statuses.push((await caller.as(`network-guess-${n}-token`).get('/user')).status);
  }
  const checked = statuses.filter((status) => status !== 429).length;
  target.require(checked === LIMIT, `${checked} guesses from one /64, allowed are ${LIMIT}`);
  const neighbour = from(target.anonymous, '2001:db8:1:3::1').as('some-other-guess-000');
  target.require((await neighbour.get('/user')).status === 401, 'another /64 is limited too');
}

/** The right password is among the last of many parallel guesses. Returns how many were checked. */
async function guessPasswords(target: Target): Promise<number> {
  const caller = from(target.anonymous, '203.0.113.7');
  const passwords = Array.from({ length: GUESSES }, (_, n) => `wrong password ${n}`);
  passwords[GUESSES - 5] = PASSWORD;
  const answers = await Promise.all(
    passwords.map((password) => caller.post('/session', { login: LOGIN, password })),
  );
  const statuses = answers.map(({ status }) => status);
  const checked = statuses.filter((status) => status !== 429).length;
  target.require(checked <= LIMIT, `${checked} of ${GUESSES} parallel passwords were checked`);
  target.require(!statuses.includes(201), 'the right password among parallel guesses signs in');
  return checked;
}

/** A botnet: every guess has an address of its own. Strangers must not lock out an address that is known. */
async function guessFromEverywhere(target: Target): Promise<void> {
  const home = from(target.anonymous, '192.0.2.200');
  const { id } = await createVictim(target);
  const signIn = (caller: Caller, password: string) =>
    caller.post('/session', { login: 'victim', password });
  const first = await signIn(home, PASSWORD);
  let checked = 0;
  for (let n = 0; n < 2 * ACCOUNT_LIMIT; n++) {
    const { status } = await signIn(from(target.anonymous, `10.1.${n}.1`), `bot guess ${n}`);
    if (status !== 429) checked++;
  }
  target.require(checked <= ACCOUNT_LIMIT, `${checked} guesses from many addresses were checked`);
  const again = await signIn(home, PASSWORD);
  const statuses = `${first.status} and ${again.status}`;
  target.require(
    first.status === 201 && again.status === 201,
    `user ${id} cannot sign in from a known address while others guess: ${statuses}`,
  );
}

async function createVictim(target: Target): Promise<{ id: number }> {
  const { body } = await target.root.post('/users', {
    ...{ username: 'victim', name: 'Victim', email: 'victim@mail.example', password: PASSWORD },
    confirm: false,
  });
  return body as { id: number };
}
