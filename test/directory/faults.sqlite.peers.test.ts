import { DirectoryUnavailable } from '../../src/sign-in/ldap/directory-errors.js';
import type { Directory } from '../../src/sign-in/ldap/directory.js';
import type { Proxy } from '../support/proxy.js';
import { peopleLdif } from '../support/slapd.js';
import { useProxy, useSlapd } from '../support/use-servers.js';
import { directoryOf, everybody, find, type DirectorySettings } from './configured.js';

const slapd = useSlapd({ keepEntries: true });
const proxy = useProxy(() => slapd.port);
const encryptedProxy = useProxy(() => slapd.tlsPort);

/** What the proxy does to a connection that is made while it lasts. */
const FAULTS: Record<string, (proxy: Proxy) => unknown> = {
  'refuses connections': (proxy) => proxy.close(),
  'closes connections': (proxy) => (proxy.cutBefore = ''),
  'resets connections': (proxy) => Object.assign(proxy, { cutBefore: '', resets: true }),
  'forwards nothing': (proxy) => (proxy.stalled = true),
  'forwards requests, but no response': (proxy) => (proxy.muteAfter = ''),
  'returns noise': (proxy) => (proxy.rewriteResponse = (chunk) => chunk.map((byte) => byte ^ 0x55)),
  'returns zeros': (proxy) => (proxy.rewriteResponse = (chunk) => chunk.map(() => 0)),
  'returns a part of each response': (proxy) =>
    (proxy.rewriteResponse = (chunk) => chunk.subarray(0, chunk.length / 2)),
  'returns the lengths of endless messages': (proxy) =>
    (proxy.rewriteResponse = () => Buffer.from('3084ffffffff', 'hex')),
};

/** What the proxy does in the middle of the second page of people. */
const HALF_A_PAGE: Record<string, (proxy: Proxy) => unknown> = {
  'closes the connection': (proxy) => (proxy.cutBefore = 'person1500@'),
  'resets the connection': (proxy) =>
    Object.assign(proxy, { cutBefore: 'person1500@', resets: true }),
  'closes the connection after a part': (proxy) => (proxy.cutAfter = 'person1500@'),
  'sends no more': (proxy) => (proxy.muteAfter = 'person1500@'),
  'returns noise': rewriteHere((chunk) => chunk.map((byte) => byte ^ 0x55)),
  'leaves out a byte': rewriteHere((chunk) => chunk.subarray(1)),
  'leaves out some bytes': rewriteHere((chunk) => chunk.subarray(100)),
  'leaves out more bytes': rewriteHere((chunk) => chunk.subarray(333)),
};

function rewriteHere(rewrite: (chunk: Buffer) => Uint8Array): (proxy: Proxy) => void {
  return (proxy) => {
    proxy.rewriteResponse = (chunk) => (chunk.includes('person1500@') ? rewrite(chunk) : chunk);
  };
}

/** Ends all faults, for new connections too. */
async function heal(proxy: Proxy): Promise<void> {
  proxy.forwardAll();
  proxy.cutAll();
  if (!proxy.isOpen) await proxy.open();
}

describe('A directory behind a faulty network', () => {
  beforeAll(async () => {
    await slapd.load(peopleLdif(slapd.peopleDn, 2_500));
  });

  /** The directory over each kind of connection, with the proxy between. */
  const kinds = (): [Proxy, DirectorySettings][] => {
    const url = `ldap://127.0.0.1:${proxy.port}`;
    return [
      [proxy, { LDAP_URL: url }],
      [proxy, { LDAP_URL: url, LDAP_START_TLS: 'on', LDAP_CA: slapd.ca }],
      [encryptedProxy, { LDAP_URL: `ldaps://127.0.0.1:${encryptedProxy.port}`, LDAP_CA: slapd.ca }],
    ];
  };

  const person = () => ({ dn: `uid=person1,${slapd.peopleDn}` });

  const operations: Record<string, (directory: Directory) => Promise<unknown>> = {
    search: (directory) => find(directory, 'person1'),
    list: everybody,
    bind: (directory) => directory.authenticate(person(), 'password'),
    'wrong bind': (directory) => directory.authenticate(person(), 'wrong'),
  };

  it.each(Object.keys(FAULTS))(
    'throws DirectoryUnavailable while the network %s, and recovers afterwards',
    async (fault) => {
      for (const [between, settings] of kinds()) {
        const directory = directoryOf(slapd, { ...settings, LDAP_TIMEOUT: '1' });
        await FAULTS[fault]?.(between);
        await Promise.all(
          Object.values(operations).map((operation) =>
            expect(operation(directory)).rejects.toThrow(DirectoryUnavailable),
          ),
        );
        await heal(between);
        // A busy machine may take longer than the faults need to show.
        const patient = directoryOf(slapd, { ...settings, LDAP_TIMEOUT: '20' });
        expect(await find(patient, 'person1')).toMatchObject({ usernames: ['person1'] });
        expect(await patient.authenticate(person(), 'password')).toBe(true);
        expect(await patient.authenticate(person(), 'wrong')).toBe(false);
      }
    },
  );

  it.each(Object.keys(FAULTS))(
    'is replaced by the second URL while the network %s',
    async (fault) => {
      await FAULTS[fault]?.(proxy);
      const url = `ldap://127.0.0.1:${proxy.port},${slapd.url}`;
      const directory = directoryOf(slapd, { LDAP_URL: url, LDAP_TIMEOUT: '3' });
      expect(
        await Promise.all([
          find(directory, 'person1'),
          directory.authenticate(person(), 'password'),
          directory.authenticate(person(), 'wrong'),
        ]),
      ).toMatchObject([{ usernames: ['person1'] }, true, false]);
    },
  );

  it.each(Object.keys(HALF_A_PAGE))(
    'fails a list, instead of ending it, if the network %s in the middle of a page',
    async (fault) => {
      const [, settings] = kinds()[0] ?? [];
      const patient = directoryOf(slapd, { ...settings, LDAP_TIMEOUT: '20' });
      expect(await everybody(patient)).toHaveLength(2_500);
      HALF_A_PAGE[fault]?.(proxy);
      // Some faults show only after this time, in which the first page has to arrive.
      const directory = directoryOf(slapd, { ...settings, LDAP_TIMEOUT: '5' });
      const sizes: number[] = [];
      const list = directory.withSession(async (session) => {
        for await (const page of session.people()) sizes.push(page.length);
      });
      await expect(list).rejects.toThrow(DirectoryUnavailable);
      expect(sizes).toStrictEqual([1_000]);
    },
  );

  it('fails the second search if the connection closes between two, instead of searching anonymously', async () => {
    // The library connects again by itself. Anonymous clients see nobody: the person would seem to be gone.
    for (const [between, settings] of kinds()) {
      const directory = directoryOf(slapd, { ...settings, LDAP_TIMEOUT: '20' });
      const result = directory.withSession(async (session) => {
        await session.findByLogin('person1');
        between.cutAll();
        await session.findByLogin('person1');
      });
      await expect(result).rejects.toThrow(DirectoryUnavailable);
    }
  });

  it('fails a list if the connection closes between two pages', async () => {
    for (const [between, settings] of kinds()) {
      const directory = directoryOf(slapd, { ...settings, LDAP_TIMEOUT: '20' });
      const sizes: number[] = [];
      const list = directory.withSession(async (session) => {
        for await (const page of session.people()) {
          sizes.push(page.length);
          between.cutAll();
        }
      });
      await expect(list).rejects.toThrow(DirectoryUnavailable);
      expect(sizes).toStrictEqual([1_000]);
    }
  });

  it('throws DirectoryUnavailable while the server is paused or killed, and recovers afterwards', async () => {
    const directory = directoryOf(slapd, { LDAP_TIMEOUT: '1' });
    const patient = directoryOf(slapd, { LDAP_TIMEOUT: '20' });
    slapd.pause();
    await Promise.all(
      Object.values(operations).map((operation) =>
        expect(operation(directory)).rejects.toThrow(/did not respond within 1 s/),
      ),
    );
    slapd.resume();
    expect(await find(patient, 'person1')).toMatchObject({ usernames: ['person1'] });
    const [result] = await Promise.allSettled([
      directory.withSession(async (session) => {
        await session.findByLogin('person1');
        await slapd.kill();
        await session.findByLogin('person1');
      }),
    ]);
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'DirectoryUnavailable' } });
    for (const operation of Object.values(operations))
      await expect(operation(directory)).rejects.toThrow(/nothing listens there/);
    await slapd.restart();
    expect(await everybody(patient)).toHaveLength(2_500);
  });
});
