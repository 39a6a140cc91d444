import type { Attributes, Values } from './entries.js';

export type LdifEntry = readonly [dn: string, attributes: Attributes];

/** LDIF of these entries. Values are in base64, because LDIF restricts the characters of plain ones. */
export function ldifOf(entries: Iterable<LdifEntry>): string {
  let text = '';
  for (const [dn, attributes] of entries) {
    text += line('dn', dn);
    for (const [type, values] of Object.entries(attributes)) {
      for (const value of [values].flat()) text += line(type, value);
    }
    text += '\n';
  }
  return text;
}

/** LDIF of people `person1` to `person<count>` below the parent, all with the password `password`. */
export function peopleLdif(parent: string, count: number): string {
  const people = Array.from({ length: count }, (_, i): LdifEntry => {
    const uid = `person${i + 1}`;
    return [
      `uid=${uid},${parent}`,
      {
        objectClass: ['inetOrgPerson', 'shadowAccount'],
        ...{ uid, cn: `Person ${i + 1}`, sn: 'Person', mail: `${uid}@example.org` },
        userPassword: 'password',
      },
    ];
  });
  return ldifOf(people);
}

/** The base, which starts with `dc=`, units for people and groups, and the account that may read. */
export function baseEntries(base: string, readerDn: string, password: string): LdifEntry[] {
  const dc = /^dc=([^,]+)/.exec(base)?.[1] ?? '';
  const unit = (ou: string): LdifEntry => [
    `ou=${ou},${base}`,
    { objectClass: 'organizationalUnit', ou },
  ];
  const reader = {
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    ...{ cn: 'reader', userPassword: password },
  };
  return [
    [base, { objectClass: ['dcObject', 'organization'], dc, o: dc }],
    unit('people'),
    unit('groups'),
    [readerDn, reader],
  ];
}

function line(type: string, value: Exclude<Values, string[]>): string {
  return `${type}:: ${Buffer.from(value).toString('base64')}\n`;
}
