import { AmbiguousEntry } from '../../src/sign-in/ldap/directory-errors.js';
import { rdn } from '../support/slapd.js';
import { useSlapd } from '../support/use-servers.js';
import { directoryOf, everybody, find } from './configured.js';

const slapd = useSlapd();

/** Names that mean something in a filter, in a DN or to a program in C. */
const NAMES = [
  ...[
    '*',
    'a*',
    '*a',
    'ad*',
    '(',
    ')',
    '()',
    '\\',
    '\\\\',
    '\\2a',
    '\\61da',
    '&',
    '|',
    '!',
    '=',
    '~=',
    '>=',
  ],
  ...[
    '*)(uid=*',
    'ada)(|(uid=*',
    '*)(objectClass=*))(|(uid=*',
    '(uid=ada)',
    '(|(uid=ada)(uid=bea))',
  ],
  ...[
    'ada)',
    '(ada',
    'ada\\',
    'ada\\2a',
    'ada,ou=people',
    'ada+cn=x',
    '#ada',
    '"ada"',
    'ada;',
    '<ada>',
  ],
  ...[
    'cn=admin,dc=example,dc=org',
    ',',
    '+',
    'a,b',
    'a\\,b',
    'a=b',
    'a:dn:=b',
    ':caseExactMatch:=ada',
  ],
  ...[
    'ä',
    'ß',
    'é',
    '\u{1F600}',
    '日本',
    'ада',
    'عدا',
    'null',
    'undefined',
    '__proto__',
    '%00',
    '\\00',
  ],
];

/** The first letter, digit or sign of each 128 code points: at least one of each block that has such. */
const UNICODE = Array.from({ length: 0x110000 / 128 }, (_, block) => {
  const characters = Array.from({ length: 128 }, (_, i) => block * 128 + i)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  return characters.find((character) => /[\p{L}\p{N}\p{S}\p{P}\p{M}]/u.test(character));
}).filter((character) => character !== undefined);

describe('A name in a search of a directory', () => {
  /** Adds a person for each name, whose password is the number of the name. */
  async function addAll(names: string[]): Promise<string[]> {
    const dns: string[] = [];
    for (const [i, uid] of names.entries())
      dns.push(
        await slapd.person({ uid, mail: `person${i}@example.org`, password: `password ${i}` }),
      );
    return dns;
  }

  it('finds nobody if no entry has it, whatever it means in a filter', async () => {
    await addAll(['ada', 'bea']);
    const found: string[] = [];
    await directoryOf(slapd).withSession(async (session) => {
      for (const name of NAMES) if (await session.findByLogin(name)) found.push(name);
      for (const name of NAMES) if (await session.findByUniqueId(name)) found.push(name);
    });
    expect(found).toStrictEqual([]);
  });

  it('finds only the entry that has it, and binds only as that entry', async () => {
    const dns = await addAll(NAMES);
    const directory = directoryOf(slapd);
    await directory.withSession(async (session) => {
      for (const [i, name] of NAMES.entries()) {
        const entry = await session.findByLogin(name);
        expect(entry).toMatchObject({ usernames: [name], emails: [`person${i}@example.org`] });
        expect(entry?.uniqueId).toBe(await slapd.uuid(dns[i]));
        expect(await session.findByUniqueId(String(entry?.uniqueId))).toStrictEqual(entry);
        // The DN as the server writes it leads back to the entry.
        expect(await session.findByDn(String(entry?.dn))).toStrictEqual(entry);
        expect(await directory.authenticate(entry ?? { dn: '' }, `password ${i}`)).toBe(true);
        expect(await directory.authenticate(entry ?? { dn: '' }, `password ${i + 1}`)).toBe(false);
      }
    });
  });

  it('finds only the entry that has it for every part of Unicode', async () => {
    expect(UNICODE.length).toBeGreaterThan(400);
    // The number keeps those apart that the directory takes for the same, such as letters of another width.
    const names = UNICODE.map((character, i) => `${i}-${character}`);
    await addAll(names);
    await directoryOf(slapd).withSession(async (session) => {
      for (const [i, name] of names.entries())
        expect(await session.findByLogin(name)).toMatchObject({
          ...{ usernames: [name], emails: [`person${i}@example.org`], names: [name] },
        });
    });
    expect(
      (await everybody(directoryOf(slapd))).flatMap(({ usernames }) => usernames).sort(),
    ).toStrictEqual([...names].sort());
  });

  it('finds the same entry in other letter case, character width or outer white space', async () => {
    const [dn] = await addAll(['Ada Lovelace', 'ada-lovelace']);
    const directory = directoryOf(slapd);
    for (const name of [
      'ada lovelace',
      ' Ada Lovelace',
      'ADA  LOVELACE ',
      'Ａｄａ Lovelace',
      '𝒶𝒹𝒶 Lovelace',
      'Ada\u00a0Lovelace',
    ])
      expect(await find(directory, name)).toMatchObject({ dn, usernames: ['Ada Lovelace'] });
  });

  it.each([
    'ada\0',
    '\0ada',
    'a\0da',
    'ada\0)(uid=*',
    '\0',
    ' ',
    '',
    '\u200bada',
    '\ufeffada',
    'ad\u00ada',
    'ada\n',
  ])('never finds another entry for %j', async (name) => {
    const [ada] = await addAll(['ada', 'bea']);
    // The directory may ignore invisible characters. The entry then is the one with the visible ones.
    const entry = await find(directoryOf(slapd), name);
    expect([undefined, ada]).toContain(entry?.dn);
  });

  it('returns a username with invisible characters as the directory has it', async () => {
    await slapd.person({ uid: '\ufeffada', mail: 'ada@example.org' });
    expect(await find(directoryOf(slapd), 'ada@example.org')).toMatchObject({
      usernames: ['\ufeffada'],
    });
  });

  it('is ambiguous if it is the username of one entry and the address of another', async () => {
    await slapd.person({ uid: 'ada@example.org', mail: 'other@example.org' });
    await slapd.person({ uid: 'ada' });
    await expect(find(directoryOf(slapd), 'ada@example.org')).rejects.toThrow(AmbiguousEntry);
    expect(await find(directoryOf(slapd), 'other@example.org')).toMatchObject({
      usernames: ['ada@example.org'],
    });
  });

  it('matches a filter for its group, whatever characters the DNs have', async () => {
    const dns = await addAll(NAMES);
    const members = dns.filter((_, i) => i % 2 === 0);
    const group = await slapd.group('staff, (all)\\ *', members);
    const escaped = group.replace(/[*()\\]/g, (one) => `\\${one.charCodeAt(0).toString(16)}`);
    const filter = `(memberOf=${escaped})`;
    await directoryOf(slapd).withSession(async (session) => {
      const ids = await session.uniqueIdsMatching(filter);
      for (const [i, name] of NAMES.entries()) {
        const entry = await session.findByLogin(name);
        const isMember = members.includes(dns[i] ?? '');
        expect([name, ids.has(entry?.uniqueId ?? '')]).toStrictEqual([name, isMember]);
        expect([name, entry && (await session.matches(entry, filter))]).toStrictEqual([
          ...[name, isMember],
        ]);
      }
    });
  });

  it('stays found by its unique id after a move below a unit with special characters', async () => {
    const [dn = ''] = await addAll(['ada']);
    const unit = await slapd.unit('a, b+c=d "e" \\ #f ');
    const before = await find(directoryOf(slapd), 'ada');
    const moved = await slapd.move(await slapd.rename(dn, rdn('uid', ' #x,y ')), unit);
    const after = await directoryOf(slapd).withSession(async (session) => ({
      byId: await session.findByUniqueId(String(before?.uniqueId)),
      byDn: await session.findByDn(moved),
      byOldDn: await session.findByDn(dn),
    }));
    expect(after).toMatchObject({ byId: { usernames: [' #x,y '] }, byOldDn: null });
    expect(after.byDn).toStrictEqual(after.byId);
  });
});
