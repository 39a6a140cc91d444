import { Passwords } from './passwords.js';
import { Unavailable } from '../../http/errors/errors.js';

/** Takes little time to check. Nobody has this password. */
const CHEAP = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

describe('Passwords', () => {
  it('checks passwords of unknown users again after too many requests had to wait', async () => {
    const passwords = new Passwords();
    const others = Array.from({ length: 202 }, () => passwords.matches('x', CHEAP));
    await expect(passwords.matches('x', null)).rejects.toThrow(Unavailable);
    await Promise.all(others);
    expect(await passwords.matches('x', null)).toBe(false);
  });

  it('tells the right password from a wrong one', async () => {
    const passwords = new Passwords();
    const hashed = await passwords.hash('right');
    expect(await passwords.matches('right', hashed)).toBe(true);
    expect(await passwords.matches('wrong', hashed)).toBe(false);
  });
});
