import { startSynchronized } from '../directory-sync/synchronized.js';
import type { Forge } from '../support/app.js';
import { Proxy } from '../support/proxy.js';
import { SilentServer } from '../support/silent-server.js';
import { useSlapd } from '../support/use-servers.js';
import { addPerson, REFUSED, signIn } from './directory-session.js';

const slapd = useSlapd({ keepEntries: true });

/** The default. A sign-in that waits for it once gets 503. */
const LDAP_TIMEOUT = '10';

describe('POST /session with two servers of one directory', () => {
  let silent: SilentServer;
  let silentUrl: string;
  let forge: Forge | undefined;

  beforeAll(async () => {
    for (const uid of ['ada', 'bea', 'cleo', 'dora']) await addPerson(slapd, { uid });
  });
  beforeEach(async () => {
    const { silent: server, port } = await SilentServer.start();
    silent = server;
    silentUrl = `ldap://127.0.0.1:${port}`;
  });
  afterEach(() => forge?.close());
  afterEach(() => silent.stop());

  it.each(['ldap', 'StartTLS', 'ldaps'])(
    'returns 201 while the first server is silent, and asks it only once, over %s',
    async (kind) => {
      const url = kind === 'ldaps' ? slapd.tlsUrl : slapd.url;
      const first = kind === 'ldaps' ? silentUrl.replace('ldap', 'ldaps') : silentUrl;
      forge = await startSynchronized(slapd, {
        ...{ LDAP_URL: `${first},${url}`, LDAP_TIMEOUT },
        ...{ LDAP_START_TLS: kind === 'StartTLS' ? 'on' : 'off', LDAP_CA: slapd.ca },
      });
      expect((await signIn(forge, 'ada')).status).toBe(201);
      expect(silent.accepted).toBe(1);
      await silent.abandoned();
      for (const uid of ['ada', 'bea', 'cleo', 'dora'])
        expect((await signIn(forge, uid)).status).toBe(201);
      expect(await signIn(forge, 'ada', 'wrong')).toEqual(REFUSED);
      expect(silent.accepted).toBe(1);
    },
  );

  it('returns 201 for the first 30 sign-ins at once while the first server is silent', async () => {
    const LDAP_URL = `${silentUrl},${slapd.url}`;
    forge = await startSynchronized(slapd, { LDAP_URL, LDAP_TIMEOUT });
    const service = forge;
    const logins = Array.from({ length: 30 }, (_, i) => ['ada', 'bea', 'cleo'][i % 3] ?? '');
    const answers = await Promise.all(logins.map((login) => signIn(service, login)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('returns to the first server when the second becomes silent', async () => {
    const [first, second] = [
      new Proxy('127.0.0.1', slapd.port),
      new Proxy('127.0.0.1', slapd.port),
    ];
    const ports = [await first.open(), await second.open()];
    try {
      const LDAP_URL = ports.map((port) => `ldap://127.0.0.1:${port}`).join(',');
      forge = await startSynchronized(slapd, { LDAP_URL, LDAP_TIMEOUT });
      first.stalled = true;
      for (const uid of ['ada', 'bea']) expect((await signIn(forge, uid)).status).toBe(201);
      [first.stalled, second.stalled] = [false, true];
      for (const uid of ['ada', 'bea']) expect((await signIn(forge, uid)).status).toBe(201);
    } finally {
      await first.close();
      await second.close();
    }
  });
});
