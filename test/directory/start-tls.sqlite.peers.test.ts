import { createServer, type Server, type Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import { TLSSocket } from 'node:tls';
import { requestId, startTlsResult } from '../support/ldap-messages.js';
import { listenOnFreePort } from '../support/ports.js';
import { Proxy } from '../support/proxy.js';
import { useSlapd } from '../support/use-servers.js';
import { directoryOf, find, type DirectorySettings } from './configured.js';

const slapd = useSlapd({ keepEntries: true });

/** Less than LDAP_TIMEOUT: no operation waits for it. */
const LIMIT_MS = 30_000;
const LDAP_TIMEOUT = '60';

describe('A server that closes a connection with StartTLS', () => {
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    await slapd.person({ uid: 'ada', password: 'secret' });
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  const encrypted = (...urls: string[]): DirectorySettings => ({
    ...{ LDAP_URL: urls.join(','), LDAP_START_TLS: 'on', LDAP_CA: slapd.ca, LDAP_TIMEOUT },
  });

  /** Returns the URL of a server that closes each connection when the first request over TLS arrives. */
  async function closingServer(): Promise<string> {
    const [key, cert] = await Promise.all([
      readFile(slapd.certificates.key),
      readFile(slapd.certificates.server),
    ]);
    const server: Server = createServer((socket: Socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', (request) => {
        socket.write(startTlsResult(requestId(request)));
        const secure = new TLSSocket(socket, { isServer: true, key, cert });
        secure.on('error', () => socket.destroy());
        secure.once('data', () => socket.destroy());
      });
    });
    stops.push(() => new Promise((resolve) => server.close(resolve)));
    return `ldap://127.0.0.1:${await listenOnFreePort(server)}`;
  }

  it(
    'makes the session fail its next search without waiting for LDAP_TIMEOUT',
    async () => {
      const proxy = new Proxy('127.0.0.1', slapd.port);
      const url = `ldap://127.0.0.1:${await proxy.open()}`;
      stops.push(() => proxy.close());
      await directoryOf(slapd, encrypted(url)).withSession(async (session) => {
        expect(await session.findByLogin('ada')).toMatchObject({ usernames: ['ada'] });
        proxy.cutAll();
        await expect(session.findByLogin('ada')).rejects.toThrow(
          `Directory ldapmain at ${url}: it closed the connection`,
        );
      });
    },
    LIMIT_MS,
  );

  it(
    'is replaced by the second URL for searches and binds, without waiting for LDAP_TIMEOUT',
    async () => {
      const url = await closingServer();
      const ada = { dn: `uid=ada,${slapd.peopleDn}` };
      const directory = () => directoryOf(slapd, encrypted(url, slapd.url));
      expect(await directory().authenticate(ada, 'secret')).toBe(true);
      expect(await directory().authenticate(ada, 'wrong')).toBe(false);
      const found = await directory().withSession((session) => session.findByLogin('ada'));
      expect(found).toMatchObject({ usernames: ['ada'] });
    },
    LIMIT_MS,
  );
});

describe('The TLS handshake', () => {
  let server: Server;

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    ['sends the host name of an ldaps:// URL', 'ldaps', 'localhost', 'localhost'],
    ['sends the host name with StartTLS', 'ldap', 'localhost', 'localhost'],
    ['sends no name for an address with ldaps://', 'ldaps', '127.0.0.1', false],
    ['sends no name for an address with StartTLS', 'ldap', '127.0.0.1', false],
  ])('%s', async (_, scheme, host, expected) => {
    const [key, cert] = await Promise.all([
      readFile(slapd.certificates.key),
      readFile(slapd.certificates.server),
    ]);
    const names: unknown[] = [];
    const secure = (socket: Socket) => {
      const encrypted = new TLSSocket(socket, { isServer: true, key, cert });
      encrypted.on('error', () => socket.destroy());
      encrypted.once('secure', () => {
        names.push((encrypted as unknown as { servername: unknown }).servername);
        socket.destroy();
      });
    };
    server = createServer((socket: Socket) => {
      socket.on('error', () => socket.destroy());
      if (scheme === 'ldaps') secure(socket);
      else
        socket.once('data', (request) => {
          socket.write(startTlsResult(requestId(request)));
          secure(socket);
        });
    });
    const LDAP_URL = `${scheme}://${host}:${await listenOnFreePort(server)}`;
    const LDAP_START_TLS = scheme === 'ldap' ? 'on' : 'off';
    const directory = directoryOf(slapd, { LDAP_URL, LDAP_START_TLS, LDAP_CA: slapd.ca });
    await expect(find(directory, 'ada')).rejects.toThrow('it closed the connection');
    expect(names).toEqual([expected]);
  });
});
