import { setTimeout as delay } from 'node:timers/promises';
import { Passwords } from '../../src/core/auth/passwords.js';
import type { Bulkhead } from '../../src/database/bulkhead.js';
import { startForge, type Forge } from '../support/app.js';
import { write } from '../support/internals.js';

/** May wait for their password to be checked, besides two whose passwords are being checked. */
const MOST_WAITING = 200;
const SIGN_INS = 20;

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64').replace(/=/g, '');

/** Takes both places for password checks until the returned function is called. */
function holdChecks(): () => void {
  const checks = Reflect.get(forge.app.get(Passwords), 'bulkhead') as Bulkhead<'hash'>;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  for (let n = 0; n < 2; n++) void checks.run('hash', () => released);
  return release;
}

/** A user whose password takes so much memory and so many passes to check. Nobody knows it. */
async function userWithHash(cost: string): Promise<string> {
  const { id, username } = await forge.seed.user();
  const hash = `$argon2id$v=19$${cost},p=1$${zeros(16)}$${zeros(32)}`;
  await write(forge, 'UPDATE users SET password_hash = :hash WHERE id = :id', { id, hash });
  return username;
}

describe('sign-ins beyond the capacity for password checks', () => {
  it('get 503 at once, and those with unknown logins count too', async () => {
    const fast = await userWithHash('m=8,t=1');
    const logins = [
      ...Array<string>(MOST_WAITING - SIGN_INS / 2).fill(fast),
      // With these there are too many. Their passwords are checked as if they existed.
      ...Array<string>(SIGN_INS).fill('nobody'),
    ];
    const release = holdChecks();
    let refusals = 0;
    const sent = logins.map(async (login) => {
      const answer = await forge.anonymous.post('/session', { login, password: 'wrong' });
      if (answer.status === 503) refusals++;
      return answer;
    });
    while (refusals < logins.length - MOST_WAITING) await delay(5);
    release();
    const answers = await Promise.all(sent);
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.body).toEqual({ message: '503 Service Unavailable' });
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
