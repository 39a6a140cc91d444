import { AmbiguousEntry, DirectoryUnavailable } from '../../src/sign-in/ldap/directory-errors.js';
import { freePort } from '../support/ports.js';
import { peopleLdif } from '../support/slapd.js';
import { useSlapd } from '../support/use-servers.js';
import { directoryOf, everybody, find, usernames, type DirectorySettings } from './configured.js';

const slapd = useSlapd();

describe('The connection to a directory', () => {
  beforeEach(async () => {
    await slapd.person({ uid: 'ada', password: 'secret' });
  });

  /** The message of the failure of a search, which must be the same as the one of a bind, if that also fails. */
  async function failure(settings: DirectorySettings): Promise<string> {
    const error = await usernames(directoryOf(slapd, settings)).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(DirectoryUnavailable);
    const { message } = error as Error;
    expect(message).not.toContain(slapd.readerPassword);
    return message;
  }

  const encrypted = (): [string, DirectorySettings][] => [
    ['ldaps', { LDAP_URL: slapd.tlsUrl, LDAP_CA: slapd.ca }],
    ['StartTLS', { LDAP_START_TLS: 'on', LDAP_CA: slapd.ca }],
    [
      'ldaps by name',
      { LDAP_URL: slapd.tlsUrl.replace('127.0.0.1', 'localhost'), LDAP_CA: slapd.ca },
    ],
    [
      'StartTLS by name',
      {
        LDAP_URL: slapd.url.replace('127.0.0.1', 'localhost'),
        LDAP_START_TLS: 'on',
        LDAP_CA: slapd.ca,
      },
    ],
  ];

  it('searches and binds over ldaps and StartTLS with the CA of the settings', async () => {
    // Without encryption the server refuses everything, also a password.
    await slapd.requireEncryption(true);
    try {
      for (const [, settings] of encrypted()) {
        const directory = directoryOf(slapd, settings);
        expect(await usernames(directory)).toStrictEqual(['ada']);
        const ada = { dn: `uid=ada,${slapd.peopleDn}` };
        expect(await directory.authenticate(ada, 'secret')).toBe(true);
        expect(await directory.authenticate(ada, 'wrong')).toBe(false);
      }
      expect(await failure({})).toBe(
        `Directory ldapmain at ${slapd.url}: it requires encryption. Set LDAP_START_TLS=on, or use an ldaps:// URL.`,
      );
    } finally {
      await slapd.requireEncryption(false);
    }
  });

  it('refuses a certificate of an unknown CA or for another name, also before a bind', async () => {
    const advice =
      'Set LDAP_CA to the file with the certificate of its authority, or use the host name in the certificate.';
    for (const [, settings] of encrypted()) {
      const at = `Directory ldapmain at ${settings['LDAP_URL'] ?? slapd.url}`;
      const refusal = (code: string) =>
        `${at}: its certificate is not trusted (${code}). ${advice}`;
      const directory = directoryOf(slapd, settings);
      const ada = { dn: `uid=ada,${slapd.peopleDn}` };
      await slapd.useCertificate('wrongName');
      expect(await failure(settings)).toBe(refusal('ERR_TLS_CERT_ALTNAME_INVALID'));
      await expect(directory.authenticate(ada, 'secret')).rejects.toThrow(DirectoryUnavailable);
      await slapd.useCertificate('untrusted');
      expect(await failure(settings)).toBe(refusal('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
      await expect(directory.authenticate(ada, 'secret')).rejects.toThrow(DirectoryUnavailable);
      await slapd.useCertificate('server');
      expect(await failure({ ...settings, LDAP_CA: slapd.otherCa })).toBe(
        refusal('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      );
    }
  });

  it('says what is wrong with the account that searches, the base and the port', async () => {
    const at = `Directory ldapmain at ${slapd.url}:`;
    expect(await failure({ LDAP_BIND_PASSWORD: 'wrong' })).toBe(
      `${at} it refuses LDAP_BIND_DN (${slapd.readerDn}) with LDAP_BIND_PASSWORD. Correct one of them.`,
    );
    const base = `ou=nobody,${slapd.base}`;
    expect(await failure({ LDAP_BASE: base })).toBe(
      `${at} LDAP_BASE (${base}) does not exist or ${slapd.readerDn} may not read it. Correct it, or grant read access.`,
    );
    expect(await failure({ LDAP_URL: slapd.tlsUrl.replace('ldaps', 'ldap') })).toMatch(
      /ldaps:\/\/ URL/,
    );
    expect(await failure({ LDAP_URL: slapd.url.replace('ldap:', 'ldaps:') })).toMatch(
      /expects no TLS at the start, use an ldap:\/\/ URL with LDAP_START_TLS=on\./,
    );
  });

  it('names the DNs of the settings if the server does not accept one of them', async () => {
    const dns = (base: string, bindDn: string) =>
      `Directory ldapmain at ${slapd.url}: it does not accept a DN of the settings. ` +
      `Correct LDAP_BASE (${base}) or LDAP_BIND_DN (${bindDn}).`;
    const [base, bindDn] = ['unknown=x,dc=org', 'cn=a+b,dc=org'];
    expect(await failure({ LDAP_BASE: base })).toBe(dns(base, slapd.readerDn));
    expect(await failure({ LDAP_BIND_DN: bindDn })).toBe(dns(slapd.base, bindDn));
  });

  it('tries several URLs in order until one responds', async () => {
    const closed = await freePort();
    const urls = (...list: string[]) => ({ LDAP_URL: list.join(',') });
    const nobody = `ldap://127.0.0.1:${closed}`;
    const directory = directoryOf(slapd, urls(nobody, 'ldap://directory.invalid', slapd.url));
    expect(await usernames(directory)).toStrictEqual(['ada']);
    const ada = await find(directory, 'ada');
    expect(await directory.authenticate(ada ?? { dn: '' }, 'secret')).toBe(true);
    expect(await directory.authenticate(ada ?? { dn: '' }, 'wrong')).toBe(false);
    expect(await failure(urls(nobody, 'ldap://directory.invalid'))).toBe(
      `Directory ldapmain at ${nobody}: nothing listens there. Start the directory, or correct LDAP_URL. ` +
        'Directory ldapmain at ldap://directory.invalid: the host name is unknown. Correct LDAP_URL.',
    );
  });

  it('reads 2,500 people in pages of at most 1,000, each once', async () => {
    await slapd.load(peopleLdif(slapd.peopleDn, 2_499));
    const directory = directoryOf(slapd);
    const sizes = await directory.withSession(async (session) => {
      const found: number[] = [];
      for await (const page of session.people()) found.push(page.length);
      return found;
    });
    expect(sizes).toStrictEqual([1_000, 1_000, 500]);
    expect(new Set(await usernames(directory)).size).toBe(2_500);
  });

  it('fails for a search that a size limit ends', async () => {
    for (const uid of ['bea', 'cleo', 'dora']) await slapd.person({ uid });
    await slapd.sizeLimit(2);
    expect(await failure({})).toBe(
      `Directory ldapmain at ${slapd.url}: it returned only a part of the entries. ` +
        `Raise its size limit for ${slapd.readerDn}.`,
    );
    await slapd.sizeLimit(4);
    expect(await everybody(directoryOf(slapd))).toHaveLength(4);
  });

  it('never takes one of two matching entries for the only one', async () => {
    await slapd.person({ uid: 'ada', parent: await slapd.unit('others') });
    const directory = directoryOf(slapd);
    await expect(find(directory, 'ada')).rejects.toThrow(AmbiguousEntry);
    await slapd.sizeLimit(1);
    await expect(find(directory, 'ada')).rejects.toThrow();
  });

  it('fails for a base that refers to another server, in part or as a whole', async () => {
    const dn = await slapd.referral('elsewhere', 'ldap://directory.invalid/ou=elsewhere');
    expect(await failure({})).toMatch(/refers to another server for a part of LDAP_BASE/);
    expect(await failure({ LDAP_BASE: `ou=x,${dn}` })).toMatch(
      /refers to another server for LDAP_BASE/,
    );
    expect(await find(directoryOf(slapd), 'ada')).toMatchObject({ usernames: ['ada'] });
    await expect(find(directoryOf(slapd), 'nobody')).rejects.toThrow(DirectoryUnavailable);
  });

  it('finds nobody, without an error, when the account loses the right to read people', async () => {
    await slapd.setAccess(false);
    expect(await everybody(directoryOf(slapd))).toStrictEqual([]);
    expect(
      await failure({
        LDAP_BASE: slapd.peopleDn,
        LDAP_BIND_DN: `uid=ada,${slapd.peopleDn}`,
        LDAP_BIND_PASSWORD: 'secret',
      }),
    ).toMatch(/may not read it/);
  });

  it('leaves out who does not match LDAP_FILTER, by every key', async () => {
    const dn = `uid=ada,${slapd.peopleDn}`;
    const directory = directoryOf(slapd, {
      LDAP_FILTER: '(&(objectClass=person)(title=Däne \\28x\\29 \\c3\\a4))',
    });
    const id = await slapd.uuid(dn);
    const results = () =>
      directory.withSession(async (session) => [
        ...[await session.findByLogin('ada'), await session.findByUniqueId(id)],
        ...[await session.findByDn(dn), await session.existsIgnoringFilter(id)],
        ...[await session.isOutsideFilter(id), await session.isOutsideFilterAt(dn)],
      ]);
    expect(await results()).toStrictEqual([null, null, null, true, true, true]);
    await slapd.modify(dn, { title: 'Däne (x) ä' });
    expect(await results()).toMatchObject([{ dn }, { dn }, { dn }, true, false, false]);
    await slapd.remove(dn);
    expect(await results()).toStrictEqual([null, null, null, false, false, false]);
  });
});
