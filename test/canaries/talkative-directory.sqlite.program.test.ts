import { readFileSync } from 'node:fs';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';
import { ScriptedDirectory } from '../support/scripted-directory.js';
import { Canaries } from './canaries.js';
import { intrude, type Intruder } from './faults.js';
import { BIND_RESULTS } from './talkative-peers.js';

const READER = 'cn=reader,dc=example,dc=org';

describe('A directory that repeats the password of a bind', () => {
  const canaries = new Canaries();
  const readerPassword = canaries.plant('reader-password');
  const userPassword = canaries.plant('user-password');
  let directory: ScriptedDirectory;
  let database: FreshDatabase;
  let intruder: Intruder;
  let program: Program;
  let settings: Record<string, string>;
  let url: string;
  /** The binds with these DNs end with this code. */
  let refusal: { refuses: (dn: string) => boolean; code: number };
  /** The DN and the code of each refused bind. */
  let refused: [dn: string, code: number][];

  beforeAll(async () => {
    refusal = { refuses: () => false, code: 0 };
    directory = await ScriptedDirectory.start([{ uids: ['ada'], cookie: '' }], (dn, password) => {
      const { refuses, code } = refusal;
      if (!refuses(dn)) return null;
      refused.push([dn, code]);
      return { code, text: `cannot check the password ${password} of ${dn}` };
    });
    database = await freshDatabase();
    settings = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'a secret key that is known to everybody',
      LDAP_URL: directory.url,
      LDAP_BASE: 'dc=example,dc=org',
      LDAP_BIND_DN: READER,
      LDAP_BIND_PASSWORD: readerPassword,
      LDAP_TIMEOUT: '20',
      LDAP_SYNC_EVERY: '1',
      LOG_LEVEL: 'trace',
    };
    program = new Program();
    program.start(settings);
    url = await program.address();
    intruder = await intrude(database.url);
  });
  beforeEach(() => (refused = []));
  afterAll(async () => {
    await program.remove();
    await intruder.close();
    await directory.stop();
    await database.drop();
  });

  async function signIn(): Promise<number> {
    const response = await fetch(`${url}/api/v3/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login: 'ada', password: userPassword }),
    });
    canaries.watch('the response', await response.text());
    return response.status;
  }

  /** Waits until the stored result of the last synchronization contains the text. */
  async function untilLastRunHas(text: string): Promise<void> {
    const lastRuns = () => intruder.rows('SELECT last_run FROM directories');
    while (!JSON.stringify(await lastRuns()).includes(text))
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async function expectNoLeak(): Promise<void> {
    const tables = await intruder.tables();
    const rows = await Promise.all(tables.map((table) => intruder.rows(`SELECT * FROM ${table}`)));
    canaries.watch('the database', JSON.stringify(rows));
    canaries.watch('the output of the service', program.stderr + program.stdout);
    // Every account of the machine can read it.
    canaries.watch('the command line', readFileSync(`/proc/${program.pid}/cmdline`, 'utf8'));
    expect(canaries.leaks()).toEqual([]);
  }

  // nothing-leaks.program.test.ts has all codes. Each of these waits for a synchronization.
  it.each([49, 51, 80])(
    'does not disclose the password of the account that searches with code %i',
    async (code) => {
      refusal = { refuses: (dn) => dn === READER, code };
      expect(await signIn()).toBe(503);
      await untilLastRunHas(code === 49 ? 'it refuses LDAP_BIND_DN' : `the result code ${code} (`);
      expect(refused).toContainEqual([READER, code]);
      await expectNoLeak();
    },
  );

  it.each(BIND_RESULTS)(
    'does not disclose the password of a user who signs in with code %i',
    async (code) => {
      refusal = { refuses: (dn) => dn !== READER, code };
      // Some codes say that the directory refuses this user, others that it has a problem.
      expect([401, 503]).toContain(await signIn());
      expect(refused).toContainEqual(['uid=ada,dc=example,dc=org', code]);
      await expectNoLeak();
    },
  );

  it('does not disclose a password in the output of `forgenote ldap check`', async () => {
    refusal = { refuses: (dn) => dn === READER, code: 80 };
    const check = new Program();
    check.start(settings, 'ldap', 'check');
    expect(await check.exit()).toBe(65);
    expect(check.stderr).toContain('it failed with the result code 80 (');
    canaries.watch('the output of the command', check.stderr + check.stdout);
    await check.remove();
    await expectNoLeak();
  });
});
