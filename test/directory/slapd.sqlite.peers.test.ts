import { readFileSync } from 'node:fs';
import {
  AndFilter,
  Client,
  EqualityFilter,
  FilterParser,
  InvalidCredentialsError,
  SizeLimitExceededError,
} from 'ldapts';
import { ldifOf, peopleLdif, rdn } from '../support/slapd.js';
import { useSlapd } from '../support/use-servers.js';

const slapd = useSlapd();

/** What the tests of the directory rely on in the test server itself. */
describe('The slapd of the tests', () => {
  /** Runs with a connection of the reader. */
  async function asReader<Result>(
    run: (client: Client) => Promise<Result>,
    client = new Client({ url: slapd.url }),
  ): Promise<Result> {
    try {
      await client.bind(slapd.readerDn, slapd.readerPassword);
      return await run(client);
    } finally {
      await client.unbind();
    }
  }

  const uids = () =>
    asReader(async (client) => {
      const { searchEntries } = await client.search(slapd.base, {
        filter: '(objectClass=person)',
        paged: { pageSize: 1000 },
      });
      return searchEntries.map(({ uid }) => uid);
    });

  it('shows people to the reader, without passwords, and hides them without access', async () => {
    const ada = await slapd.person({ uid: 'ada', password: 'secret' });
    const entry = await asReader((client) => client.search(ada, { scope: 'base' }));
    expect(entry.searchEntries).toStrictEqual([
      {
        dn: 'uid=ada,ou=people,dc=example,dc=org',
        objectClass: ['inetOrgPerson', 'shadowAccount'],
        ...{ uid: 'ada', cn: 'ada', sn: 'ada', mail: 'ada@example.org' },
      },
    ]);
    await slapd.setAccess(false);
    expect(await uids()).toStrictEqual([]);
    await new Client({ url: slapd.url }).bind(ada, 'secret');
    await slapd.setAccess(true);
    expect(await uids()).toStrictEqual(['ada']);
  });

  it('keeps the unique id and the memberships of a person who is renamed and moved', async () => {
    const ada = await slapd.person({ uid: 'ada' });
    const id = await slapd.uuid(ada);
    const group = await slapd.group('staff', [ada]);
    const unit = await slapd.unit('Research, Development');
    const moved = await slapd.move(await slapd.rename(ada, rdn('uid', 'ada+1')), unit);
    expect(await slapd.entry(ada)).toBeNull();
    expect(await slapd.entry(moved)).toMatchObject({ entryUUID: id, memberOf: group });
    await slapd.removeMember(await slapd.group('others', [ada, moved]), moved);
  });

  it('has each sign of a disabled account', async () => {
    const ada = await slapd.person({
      uid: 'ada',
      classes: ['nsAccount'],
      attributes: { nsAccountLock: 'true' },
    });
    await slapd.lock(ada);
    await slapd.expire(ada);
    expect(await slapd.entry(ada)).toMatchObject({
      ...{ pwdAccountLockedTime: '000001010000Z', shadowExpire: '1', nsAccountLock: 'true' },
    });
    await slapd.unlock(ada);
    await slapd.expire(ada, null);
    const entry = await slapd.entry(ada);
    expect(entry).not.toHaveProperty('pwdAccountLockedTime');
    expect(entry).not.toHaveProperty('shadowExpire');
  });

  it('finds a user of Active Directory by the bytes of the unique id and by bits', async () => {
    const objectGUID = Buffer.from('00ff2a28295c41424344454647484950', 'hex');
    const dn = await slapd.activeDirectoryUser({ uid: 'ada', attributes: { objectGUID } });
    const filter = new AndFilter({
      filters: [
        new EqualityFilter({ attribute: 'objectGUID', value: objectGUID }),
        FilterParser.parseString('(userAccountControl:1.2.840.113556.1.4.803:=512)'),
      ],
    });
    const { searchEntries } = await asReader((client) => client.search(slapd.base, { filter }));
    expect(searchEntries).toMatchObject([{ dn, sAMAccountName: 'ada' }]);
  });

  it('ends a search at the size limit, paged or not', async () => {
    for (const uid of ['ada', 'bea', 'cleo']) await slapd.person({ uid });
    await slapd.sizeLimit(2);
    await expect(uids()).rejects.toThrow(SizeLimitExceededError);
    await slapd.sizeLimit('unlimited');
    expect(await uids()).toHaveLength(3);
  });

  it('shows the certificate asked for, to ldaps and StartTLS', async () => {
    const ca = readFileSync(slapd.ca);
    const connect = () =>
      asReader(
        () => Promise.resolve('verified'),
        new Client({ url: slapd.tlsUrl, tlsOptions: { ca } }),
      );
    const startTls = async () => {
      const client = new Client({ url: slapd.url });
      await client.startTLS({ ca, host: '127.0.0.1' });
      return asReader(() => Promise.resolve('verified'), client);
    };
    for (const attempt of [connect, startTls]) {
      expect(await attempt()).toBe('verified');
      await slapd.useCertificate('wrongName');
      await expect(attempt()).rejects.toThrow(/IP: 127.0.0.1 is not in the cert's list/);
      await slapd.useCertificate('untrusted');
      await expect(attempt()).rejects.toThrow(/unable to verify the first certificate/);
      await slapd.useCertificate('server');
    }
  });

  it('keeps entries and settings over a restart and a kill', async () => {
    await slapd.person({ uid: 'ada' });
    await slapd.setAccess(false);
    await slapd.restart();
    expect(await uids()).toStrictEqual([]);
    await slapd.setAccess(true);
    await slapd.kill();
    await expect(uids()).rejects.toThrow(/ECONNREFUSED/);
    await slapd.restart();
    expect(await uids()).toStrictEqual(['ada']);
  });

  it('loads thousands of people and any entry as LDIF', async () => {
    await slapd.load(peopleLdif(slapd.peopleDn, 3_000));
    await slapd.load(
      ldifOf([[`ou=ä,${slapd.base}`, { objectClass: 'organizationalUnit', ou: 'ä' }]]),
    );
    expect(await uids()).toHaveLength(3_000);
    const last = new Client({ url: slapd.url });
    await last.bind(`uid=person3000,${slapd.peopleDn}`, 'password');
    await expect(last.bind(`uid=person1,${slapd.peopleDn}`, 'wrong')).rejects.toThrow(
      InvalidCredentialsError,
    );
    await slapd.reset();
    expect(await uids()).toStrictEqual([]);
  });
});
