import { startSynchronized } from '../directory-sync/synchronized.js';
import { ROOT, type Forge } from '../support/app.js';
import { everyRow } from '../support/internals.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, REFUSED, signIn, UNAVAILABLE } from './directory-session.js';

const slapd = useSlapd({ keepEntries: true });

describe('POST /session while the directory is unavailable', () => {
  let forge: Forge;
  let token: string;

  beforeAll(async () => {
    forge = await startSynchronized(slapd, { LDAP_TIMEOUT: '3' });
    await addPerson(slapd, { uid: 'ada' });
    await addPerson(slapd, { uid: 'bea' });
    token = (await signIn(forge, 'ada')).body.private_token;
  });
  afterAll(() => forge.close());

  const faults: Record<
    string,
    { begin: () => void | Promise<void>; end: () => void | Promise<void> }
  > = {
    'is down': { begin: () => slapd.kill(), end: () => slapd.restart() },
    stalls: {
      begin: () => {
        slapd.pause();
      },
      end: () => {
        slapd.resume();
      },
    },
    'refuses the account that searches': {
      begin: () => slapd.modify(slapd.readerDn, { userPassword: 'another password' }),
      end: () => slapd.modify(slapd.readerDn, { userPassword: slapd.readerPassword }),
    },
  };

  describe.each(Object.keys(faults))('because it %s', (name) => {
    beforeEach(() => faults[name]?.begin());
    afterEach(() => faults[name]?.end());

    it('returns 503 for its users and for unknown logins, with Retry-After', async () => {
      const before = await everyRow(forge);
      for (const login of ['ada', 'ada@example.org', 'bea', 'nobody']) {
        const answer = await signIn(forge, login);
        expect(answer).toEqual(UNAVAILABLE);
        expect(answer.headers.get('retry-after')).toBe('5');
      }
      expect(await everyRow(forge)).toEqual(before);
      await faults[name]?.end();
      for (const login of ['ada', 'bea']) expect((await signIn(forge, login)).status).toBe(201);
    });

    it('lets local users in, and refuses wrong passwords', async () => {
      expect((await signIn(forge, ROOT.username, ROOT.password)).status).toBe(201);
      expect(await signIn(forge, ROOT.username, 'wrong')).toEqual(REFUSED);
    });

    it('keeps the tokens of its users valid', async () => {
      const { status, body } = await forge.as(token).get<{ state: string }>('/user');
      expect({ status, state: body.state }).toEqual({ status: 200, state: 'active' });
    });
  });
});
