import { settingsOf } from '../directory/configured.js';
import { startSynchronized } from '../directory-sync/synchronized.js';
import { ROOT, type Forge } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, PASSWORD, REFUSED, signIn } from './directory-session.js';

const slapd = useSlapd({ keepEntries: true });

/** Failures take a multiple of this time, at best this time itself. */
const STEP_MS = 500;
const TOLERANCE_MS = 150;

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

  it('takes the same time whatever is wrong', async () => {
    forge = await startSynchronized(slapd);
    await signIn(forge, 'ada');
    const steps: Record<string, number> = {};
    for (const [login, password] of [
      ...[
        ['nobody', 'wrong'],
        ['ada', 'wrong'],
        ['bea', 'wrong'],
      ],
      ...[
        ['eve', PASSWORD],
        ['root', 'wrong'],
        ['root', PASSWORD],
      ],
      ['x'.repeat(255), 'wrong'],
    ] as [string, string][]) {
      let ms = Infinity;
      // The fastest of ten: a busy machine makes single ones longer.
      for (let n = 0; n < 10 && ms >= STEP_MS + TOLERANCE_MS; n++) {
        const startedAt = performance.now();
        expect(await signIn(forge, login, password)).toEqual(REFUSED);
        ms = Math.min(ms, performance.now() - startedAt);
      }
      steps[`${login} ${password}`] = ms;
    }
    for (const ms of Object.values(steps)) {
      // Timers may end a millisecond early.
      expect(ms).toBeGreaterThan(STEP_MS - 5);
      expect(ms).toBeLessThan(STEP_MS + TOLERANCE_MS);
    }
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
