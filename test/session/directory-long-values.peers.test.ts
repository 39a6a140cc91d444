import { settingsOf } from '../directory/configured.js';
import { freshDatabase } from '../support/database.js';
import { logLines } from '../support/log-fields.js';
import { Program } from '../support/program.js';
import { Slapd } from '../support/slapd.js';
import { addPerson, PASSWORD } from './directory-session.js';

describe('The log of sign-ins with a directory', () => {
  it('has at most 255 characters of an e-mail address that is not valid', async () => {
    const slapd = await Slapd.start();
    const database = await freshDatabase();
    const program = new Program();
    const keys = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40), LDAP_SYNC_EVERY: '0' };
    const log = { LOG_LEVEL: 'warn' };
    try {
      program.start({ ...settingsOf(slapd), ...keys, ...log });
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
    } finally {
      await program.remove();
      await database.drop();
      await slapd.stop();
    }
  });
});
