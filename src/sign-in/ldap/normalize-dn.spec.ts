import { isNamedBy, normalizeDn } from './normalize-dn.js';

const BASE = 'dc=example,dc=org';

describe('normalizeDn', () => {
  it.each([
    ['letter case', `UID=Ada,OU=People,${BASE}`, `uid=ada,ou=people,${BASE}`],
    ['blanks around separators', ` uid = ada , ou = people ,${BASE} `, `uid=ada,ou=people,${BASE}`],
    ['blanks inside a value', `cn=Ada   Lovelace,${BASE}`, `cn=Ada Lovelace,${BASE}`],
    ['escaped blanks at the ends', `cn=\\ Ada\\20,${BASE}`, `cn=Ada,${BASE}`],
    ['an escaped comma', `cn=Lovelace\\, Ada,${BASE}`, `cn=Lovelace\\2C Ada,${BASE}`],
    ['a quoted comma', `cn="Lovelace, Ada",${BASE}`, `cn=Lovelace\\2c Ada,${BASE}`],
    ['an escaped plus sign', `cn=C\\+\\+,${BASE}`, `cn=c\\2b\\2B,${BASE}`],
    ['an escaped backslash', `cn=a\\\\2cb,${BASE}`, `cn=a\\5c2cb,${BASE}`],
    [
      'other escapes',
      `cn=\\#1 \\<a\\>\\=\\"b\\"\\;,${BASE}`,
      `cn=\\231 \\3ca\\3e=\\22b\\22\\3b,${BASE}`,
    ],
    ['letters as bytes', `cn=Z\\c3\\B6e,${BASE}`, `cn=Zöe,${BASE}`],
    ['letters with separate accents', `cn=Zoe\u0308,${BASE}`, `cn=ZO\u00cb,${BASE}`],
    ['a value in hexadecimal', `cn=#0403416461,${BASE}`, `cn=ada,${BASE}`],
    ['long names of attributes', `commonName=Ada,domainComponent=org`, `cn=ada,dc=org`],
    ['numbers of attributes', `2.5.4.3=Ada,OID.2.5.4.11=people`, `cn=ada,ou=people`],
    ['the order in one name', `uid=ada+cn=Ada,${BASE}`, `CN=Ada + UID=ada,${BASE}`],
    ['semicolons', `uid=ada;${BASE}`, `uid=ada,${BASE}`],
  ])('ignores %s', (_, one, other) => {
    expect(normalizeDn(one)).toBe(normalizeDn(other));
  });

  it.each([
    ['other values', `cn=ada,${BASE}`, `cn=bea,${BASE}`],
    ['other attributes', `cn=ada,${BASE}`, `uid=ada,${BASE}`],
    ['an escaped and a real separator', `cn=a\\,cn=b,${BASE}`, `cn=a,cn=b,${BASE}`],
    ['an escaped and a real plus sign', `cn=a\\+cn=b,${BASE}`, `cn=a+cn=b,${BASE}`],
    ['a backslash and an escape', `cn=a\\\\\\,b,${BASE}`, `cn=a\\,b,${BASE}`],
    ['bytes that are no text', `cn=\\ff,${BASE}`, `cn=\\fe,${BASE}`],
    ['a value of another kind', `cn=#0203416461,${BASE}`, `cn=ada,${BASE}`],
    ['a parent and a child', BASE, `cn=ada,${BASE}`],
    ['accents', `cn=Zoë,${BASE}`, `cn=Zoe,${BASE}`],
    ['texts that are no DN', 'cn=ada\\', 'cn=bea\\'],
    ['an open quote', 'cn="ada', 'cn="bea'],
  ])('tells %s apart', (_, one, other) => {
    expect(normalizeDn(one)).not.toBe(normalizeDn(other));
  });

  it('ends a DN with the key of its parent', () => {
    const key = normalizeDn(`cn=Lovelace\\, Ada,OU=R\\26D,${BASE}`);
    expect(key.endsWith(`,${normalizeDn(`ou=R&D, ${BASE}`)}`)).toBe(true);
  });

  it('stays fast for long texts', () => {
    expect(normalizeDn(`cn=${'"\\'.repeat(50_000)}`)).toMatch(/^invalid/);
    expect(normalizeDn(`cn=${'a+'.repeat(1_000)}b`)).toMatch(/^=\+?/);
  });

  it('does not normalize a DN that is too long for a user', () => {
    const dn = `cn=A${'\u0315\u0300'.repeat(2_000)}`;
    expect(normalizeDn(dn)).toBe(`invalid ${dn}`);
  });
});

describe('isNamedBy', () => {
  it.each([
    ['uid=ada,dc=example,dc=org', 'uid', 'ada', true],
    ['UserId=ADA,dc=example,dc=org', 'UID', 'ada', true],
    ['cn=Ada+uid=a\\+b,dc=example,dc=org', 'uid', 'a+b', true],
    ['uid=ada,uid=bea', 'uid', 'bea', false],
    ['cn=ada,dc=example,dc=org', 'uid', 'ada', false],
    ['ada', 'uid', 'ada', false],
    ['uid="ada', 'uid', 'ada', false],
  ])('is right about %j, %s and %j', (dn, attribute, value, expected) => {
    expect(isNamedBy(dn, attribute, value)).toBe(expected);
  });
});
