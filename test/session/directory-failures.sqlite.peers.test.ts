import { settingsOf } from '../directory/configured.js';
import { startSynchronized } from '../directory-sync/synchronized.js';
import { ROOT, type Forge } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, PASSWORD, REFUSED, signIn } from './directory-session.js';

const slapd = useSlapd({ keepEntries: true });

/** Failures take a multiple of this time. Timers may end a millisecond early. */
const STEP_MS = 500 - 5;

describe('A failed sign-in with a directory', () => {
  let forge: Forge | undefined;

  beforeAll(async () => {
    const ada = await addPerson(slapd, { uid: 'ada' });
    await addPerson(slapd, { uid: 'bea' });
    await addPerson(slapd, { uid: 'root', mail: 'other@example.org' });
    await slapd.lock(await addPerson(slapd, { uid: 'eve' }));
    expect(ada).toBe('uid=ada,ou=people,dc=example,dc=org');
  });
  afterEach(() => forge?.close());

  // directory-refusals.sqlite.peers.test.ts shows that each costs the directory the same.
  it('waits for the end of the same step whatever is wrong', async () => {
    const service = await startSynchronized(slapd);
    forge = service;
    await signIn(service, 'ada');
    const failures = [
      ...['nobody', 'ada', 'bea', 'root', 'x'.repeat(255)].map((login) => [login, 'wrong']),
      ...['eve', 'root'].map((login) => [login, PASSWORD]),
    ] as [string, string][];
    await Promise.all(
      failures.map(async ([login, password]) => {
        const startedAt = performance.now();
        expect(await signIn(service, login, password)).toEqual(REFUSED);
        expect(performance.now() - startedAt).toBeGreaterThan(STEP_MS);
      }),
    );
  });

  it('counts for the limit of the address, whatever is wrong', async () => {
    forge = await startSynchronized(slapd, { RATE_LIMIT: 'on', RATE_LIMIT_FAILED_AUTH: '4' });
    const logins = ['nobody', 'ada', 'bea', 'root'];
    for (const login of logins) expect(await signIn(forge, login, 'wrong')).toEqual(REFUSED);
    for (const login of logins) expect((await signIn(forge, login)).status).toBe(429);
  });

  it('is logged with the reason if the password was right, and without the password', async () => {
    const program = new Program();
    const database = await freshDatabase();
    try {
      program.start({
        ...{ ...settingsOf(slapd), LDAP_SYNC_EVERY: '0', LOG_LEVEL: 'trace' },
        ...{ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40) },
        ...{ ADMIN_PASSWORD: ROOT.password, ADMIN_TOKEN: ROOT.token },
      });
      const url = `${await program.address()}/api/v3/session`;
      for (const [login, password] of [
        ['root', PASSWORD],
        ['eve', PASSWORD],
        ['bea', 'a wrong password'],
        ['ada', PASSWORD],
      ] as const)
        await fetch(url, { method: 'POST', body: new URLSearchParams({ login, password }) });
      program.signal('SIGTERM');
      await program.exit();
      const output = program.stdout + program.stderr;
      const lines = output
        .split('\n')
        .filter((line) => line.includes('sign-in refused'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines).toMatchObject([
        {
          provider: 'ldapmain',
          dn: 'uid=root,ou=people,dc=example,dc=org',
          msg: 'sign-in refused: the login belongs to the user with the id 1, who is not linked to this entry',
        },
        {
          dn: 'uid=eve,ou=people,dc=example,dc=org',
          msg: 'sign-in refused: pwdAccountLockedTime is 000001010000Z',
        },
      ]);
      for (const secret of [PASSWORD, 'a wrong password', slapd.readerPassword, ROOT.password])
        expect(output).not.toContain(secret);
    } finally {
      await program.remove();
      await database.drop();
    }
  });
});
