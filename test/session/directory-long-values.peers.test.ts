import { settingsOf } from '../directory/configured.js';
import { logLines } from '../support/log-fields.js';
import { Programs } from '../support/programs.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, PASSWORD } from './directory-session.js';

const slapd = useSlapd();

describe('The log of sign-ins with a directory', () => {
  const settings = { SECRET_KEY: 'k'.repeat(40), LDAP_SYNC_EVERY: '0', LOG_LEVEL: 'warn' };
  const programs = new Programs(settings);

  it('has at most 255 characters of an e-mail address that is not valid', async () => {
    const program = programs.start(settingsOf(slapd));
    const url = await program.address();
    const signIn = async (login: string) => {
      const body = new URLSearchParams({ login, password: PASSWORD });
      return (await fetch(`${url}/api/v3/session`, { method: 'POST', body })).status;
    };
    const ada = await addPerson(slapd, { uid: 'ada' });
    expect(await signIn('ada')).toBe(201);
    const mail = 'x'.repeat(1_000_000);
    await slapd.modify(ada, { mail });
    await addPerson(slapd, { uid: 'bea', mail });
    expect([await signIn('ada'), await signIn('bea')]).toEqual([201, 401]);
    const text = `the entry has no valid e-mail address: ${'x'.repeat(255)}…`;
    const lines = () => logLines(program.stderr).filter((line) => 'dn' in line);
    while (lines().length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    for (const line of lines()) expect(JSON.stringify(line)).toContain(text);
    expect(program.stderr.length).toBeLessThan(10_000);
  });
});
