import type { DirectoryEntry } from '../../src/sign-in/ldap/directory-entry.js';
import { Slapd } from '../support/slapd.js';
import { useSlapd } from '../support/use-servers.js';
import { directoryOf, everybody, find } from './configured.js';

const slapd = useSlapd();

interface Case {
  preset: string;
  /** Adds Ada. Returns her DN and what the directory is expected to say about her. */
  add: (slapd: Slapd) => Promise<Pick<DirectoryEntry, 'dn' | 'uniqueId' | 'names'>>;
  /** Values that disable her, with the reason. */
  disabling: [attributes: Record<string, string>, reason: string][];
  /** Values that look alike and do not disable her. */
  harmless: Record<string, string>[];
}

const CASES: Case[] = [
  {
    preset: 'openldap',
    async add(slapd) {
      const dn = await slapd.person({
        ...{ uid: 'ada', cn: 'Ada', password: 'secret' },
        attributes: { displayName: 'Ada Lovelace' },
      });
      return { dn, uniqueId: await slapd.uuid(dn), names: ['Ada Lovelace'] };
    },
    disabling: [
      [{ shadowExpire: '1' }, 'shadowExpire is 1'],
      [{ shadowExpire: '0' }, 'shadowExpire is 0'],
      [{ pwdAccountLockedTime: '000001010000Z' }, 'pwdAccountLockedTime is 000001010000Z'],
    ],
    harmless: [
      { shadowExpire: '-1' },
      { shadowExpire: '99999' },
      // Locked by wrong passwords, and only for a while.
      { pwdAccountLockedTime: '20260101120000Z' },
    ],
  },
  {
    preset: 'active-directory',
    async add(slapd) {
      const dn = await slapd.activeDirectoryUser({
        ...{ uid: 'ada', cn: 'Ada Lovelace', password: 'secret' },
        attributes: { objectGUID: Buffer.from('33221100554477668899aabbccddeeff', 'hex') },
      });
      return { dn, uniqueId: '00112233-4455-6677-8899-aabbccddeeff', names: ['Ada Lovelace'] };
    },
    disabling: [
      [{ userAccountControl: '514' }, 'userAccountControl is 514'],
      [{ userAccountControl: '66050' }, 'userAccountControl is 66050'],
    ],
    harmless: [{ userAccountControl: '512' }, { userAccountControl: '66048' }],
  },
  {
    preset: 'freeipa',
    async add(slapd) {
      const ipaUniqueID = '7b0e8a3c-6a5f-11ee-8c99-0242ac120002';
      const dn = await slapd.person({
        ...{ uid: 'ada', cn: 'Ada Lovelace', password: 'secret' },
        ...{ classes: ['ipaObject', 'nsAccount'], attributes: { ipaUniqueID } },
      });
      return { dn, uniqueId: ipaUniqueID, names: ['Ada Lovelace'] };
    },
    disabling: [
      [{ nsAccountLock: 'TRUE' }, 'nsAccountLock is TRUE'],
      [{ nsAccountLock: 'true' }, 'nsAccountLock is true'],
    ],
    harmless: [{ nsAccountLock: 'FALSE' }],
  },
  {
    preset: '389-ds',
    async add(slapd) {
      const nsUniqueId = '93d1a981-6a6011ee-b5a6a5b1-cd5ff1c5';
      const dn = await slapd.person({
        ...{ uid: 'ada', cn: 'Ada Lovelace', password: 'secret' },
        ...{ classes: ['nsAccount'], attributes: { nsUniqueId } },
      });
      return { dn, uniqueId: nsUniqueId, names: ['Ada Lovelace'] };
    },
    disabling: [
      [{ nsAccountLock: 'true' }, 'nsAccountLock is true'],
      [{ shadowExpire: '1' }, 'shadowExpire is 1'],
    ],
    harmless: [{ nsAccountLock: 'false' }],
  },
  {
    preset: 'authentik',
    async add(slapd) {
      // The attribute uid is a hash there, and cn the username.
      const uid = '1f6c4c2e9f7a0f4b3d9a';
      const dn = await slapd.activeDirectoryUser({
        ...{ uid: 'ada', cn: 'ada', password: 'secret', classes: ['authentikUser'] },
        attributes: { uid, displayName: 'Ada Lovelace' },
      });
      return { dn, uniqueId: uid, names: ['Ada Lovelace'] };
    },
    disabling: [[{ 'ak-active': 'false' }, 'ak-active is false']],
    harmless: [{ 'ak-active': 'true' }],
  },
  {
    preset: 'lldap',
    async add(slapd) {
      const dn = await slapd.person({ uid: 'ada', cn: 'Ada Lovelace', password: 'secret' });
      return { dn, uniqueId: await slapd.uuid(dn), names: ['Ada Lovelace'] };
    },
    disabling: [],
    harmless: [],
  },
];

describe('A directory with LDAP_PRESET', () => {
  it.each(CASES)(
    '$preset finds a person by each key, and binds as them',
    async ({ preset, add }) => {
      const directory = directoryOf(slapd, { LDAP_PRESET: preset });
      const expected = {
        usernames: ['ada'],
        emails: ['ada@example.org'],
        disabled: null,
        ...(await add(slapd)),
      };
      expect(await everybody(directory)).toStrictEqual([expected]);
      expect(await find(directory, 'ada')).toStrictEqual(expected);
      expect(await find(directory, 'ADA@Example.org')).toStrictEqual(expected);
      await directory.withSession(async (session) => {
        expect(await session.findByUniqueId(String(expected.uniqueId))).toStrictEqual(expected);
        expect(await session.findByDn(expected.dn)).toStrictEqual(expected);
      });
      expect(await directory.authenticate(expected, 'secret')).toBe(true);
      expect(await directory.authenticate(expected, 'Secret')).toBe(false);
      expect(await directory.authenticate(expected, '')).toBe(false);
    },
  );

  it.each(CASES)(
    '$preset reads the signs of a disabled account',
    async ({ preset, add, ...signs }) => {
      const directory = directoryOf(slapd, { LDAP_PRESET: preset });
      const { dn } = await add(slapd);
      const disabled = async () => (await find(directory, 'ada'))?.disabled?.reason ?? null;
      for (const [attributes, reason] of signs.disabling) {
        await slapd.modify(dn, attributes);
        expect(await disabled()).toBe(reason);
        await slapd.modify(
          dn,
          Object.fromEntries(Object.keys(attributes).map((key) => [key, null])),
        );
        expect(await disabled()).toBeNull();
      }
      for (const attributes of signs.harmless) {
        await slapd.modify(dn, attributes);
        expect(await disabled()).toBeNull();
      }
    },
  );

  it('reads the attributes that the settings name instead', async () => {
    const dn = await slapd.person({
      ...{ uid: 'ada', cn: 'Ada', rdn: 'cn', classes: ['nsAccount'] },
      attributes: { employeeNumber: '42', displayName: 'Ada Lovelace', nsUniqueId: 'x-1' },
    });
    const directory = directoryOf(slapd, {
      LDAP_ATTRIBUTE_USERNAME: 'employeenumber',
      LDAP_ATTRIBUTE_EMAIL: 'UID',
      LDAP_ATTRIBUTE_NAME: 'sn',
      LDAP_ATTRIBUTE_UNIQUE_ID: 'nsuniqueid',
    });
    expect(await find(directory, '42')).toStrictEqual({
      ...{ dn, uniqueId: 'x-1', usernames: ['42'], emails: ['ada'], names: ['Ada'] },
      disabled: null,
    });
  });

  it('keeps the unique id of Active Directory for every kind of bytes', async () => {
    const directory = directoryOf(slapd, { LDAP_PRESET: 'active-directory' });
    const ids = ['efbbbf41414141414141414141414141', '61616161616161616161616161616161'];
    ids.push(
      '00000000000000000000000000000000',
      '2a28295c2a28295c2a28295c2a28295c',
      'ff'.repeat(16),
    );
    for (const [i, id] of ids.entries()) {
      const attributes = { objectGUID: Buffer.from(id, 'hex') };
      await slapd.activeDirectoryUser({ uid: `person${i}`, attributes });
    }
    for (const { uniqueId, usernames } of await everybody(directory)) {
      const found = await directory.withSession((one) => one.findByUniqueId(String(uniqueId)));
      expect(found?.usernames).toEqual(usernames);
    }
    const texts = (await everybody(directory)).map(({ uniqueId }) => uniqueId);
    expect(texts).toContain('41bfbbef-4141-4141-4141-414141414141');
    expect(new Set(texts).size).toBe(ids.length);
  });
});
