import { randomBytes } from 'node:crypto';
import { Attribute, Change, Control, NoSuchObjectError, type Client, type Entry } from 'ldapts';

export type Values = string | string[] | Buffer;
export type Attributes = Record<string, Values>;

export interface Person {
  uid: string;
  /** `uid@example.org` unless given; null for none. */
  mail?: string | null;
  cn?: string;
  password?: string;
  /** The DN of the parent entry: `ou=people` of the base unless given. */
  parent?: string;
  /** The attribute that names the entry. */
  rdn?: 'uid' | 'cn';
  attributes?: Attributes;
  /** Further object classes. */
  classes?: string[];
}

/** A running directory, and an account of it that may read. */
export interface DirectoryServer extends Entries {
  readonly url: string;
  readonly readerDn: string;
  readonly readerPassword: string;
}

/** Treats referrals as entries. */
const MANAGE_DSA_IT = new Control('2.16.840.1.113730.3.4.2');

/** An attribute and its value as the first part of a DN: special characters in hexadecimal (RFC 4514). */
export function rdn(attribute: string, value: string): string {
  const hexadecimal = (text: string) =>
    [...Buffer.from(text)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
  return `${attribute}=${value.replace(/^[ #]|["+,;<=>\\\0]| $/g, hexadecimal)}`;
}

/** Writes the entries of a directory as its administrator. Methods that make an entry return its DN. */
export abstract class Entries {
  /** Bound as administrator. */
  abstract readonly client: Client;

  constructor(readonly base: string) {}

  get peopleDn(): string {
    return `ou=people,${this.base}`;
  }

  get groupsDn(): string {
    return `ou=groups,${this.base}`;
  }

  async add(dn: string, attributes: Attributes): Promise<string> {
    await this.client.add(dn, Object.entries(attributes).map(attributeOf));
    return dn;
  }

  /** An inetOrgPerson who can have a shadowExpire. */
  person({ uid, mail, cn = uid, password, ...more }: Person): Promise<string> {
    const { parent = this.peopleDn, rdn: name = 'uid', classes = [], attributes = {} } = more;
    return this.add(`${rdn(name, name === 'uid' ? uid : cn)},${parent}`, {
      objectClass: ['inetOrgPerson', 'shadowAccount', ...classes],
      ...{ uid, cn, sn: cn },
      ...(mail === null ? {} : { mail: mail ?? `${uid}@example.org` }),
      ...(password === undefined ? {} : { userPassword: password }),
      ...attributes,
    });
  }

  /** A user as Active Directory has it: named by cn, without uid, with a binary objectGUID. */
  activeDirectoryUser({ uid, mail, cn = uid, password, ...more }: Person): Promise<string> {
    const { parent = this.peopleDn, classes = [], attributes = {} } = more;
    return this.add(`${rdn('cn', cn)},${parent}`, {
      ...{ objectClass: ['user', ...classes], objectCategory: 'person' },
      ...{ sAMAccountName: uid, userPrincipalName: `${uid}@example.org`, cn, sn: cn },
      ...{ displayName: cn, userAccountControl: '512', objectGUID: randomBytes(16) },
      ...(mail === null ? {} : { mail: mail ?? `${uid}@example.org` }),
      ...(password === undefined ? {} : { userPassword: password }),
      ...attributes,
    });
  }

  /** A groupOfNames of these DNs. Without members it has the group's own DN: the class requires one. */
  group(name: string, members: string[] = []): Promise<string> {
    const dn = `${rdn('cn', name)},${this.groupsDn}`;
    const member = members.length > 0 ? members : [dn];
    return this.add(dn, { objectClass: 'groupOfNames', cn: name, member });
  }

  addMember(group: string, member: string): Promise<void> {
    const modification = attributeOf(['member', member]);
    return this.client.modify(group, new Change({ operation: 'add', modification }));
  }

  removeMember(group: string, member: string): Promise<void> {
    const modification = attributeOf(['member', member]);
    return this.client.modify(group, new Change({ operation: 'delete', modification }));
  }

  unit(name: string, parent = this.base): Promise<string> {
    return this.add(`${rdn('ou', name)},${parent}`, {
      objectClass: 'organizationalUnit',
      ou: name,
    });
  }

  /** Below this entry the server refers the client to another server. */
  referral(name: string, url: string): Promise<string> {
    return this.add(`${rdn('ou', name)},${this.base}`, {
      objectClass: ['referral', 'extensibleObject'],
      ...{ ou: name, ref: url },
    });
  }

  /** Replaces the values of these attributes. null removes the attribute. */
  async modify(dn: string, attributes: Record<string, Values | null>): Promise<void> {
    const changes = Object.entries(attributes).map(
      ([type, values]) =>
        new Change({ operation: 'replace', modification: attributeOf([type, values ?? []]) }),
    );
    await this.client.modify(dn, changes);
  }

  /** Returns the new DN. `name` is the first part, as `rdn()` writes it. The old name is removed. */
  async rename(dn: string, name: string): Promise<string> {
    return this.changeDn(dn, `${name},${parentOf(dn)}`);
  }

  /** Returns the new DN. */
  async move(dn: string, parent: string): Promise<string> {
    return this.changeDn(dn, `${dn.slice(0, -parentOf(dn).length - 1)},${parent}`);
  }

  remove(dn: string): Promise<void> {
    return this.client.del(dn, MANAGE_DSA_IT);
  }

  /** The entry with its operational attributes, or null. */
  async entry(dn: string): Promise<Entry | null> {
    try {
      const options = { scope: 'base' as const, attributes: ['*', '+'] };
      return (await this.client.search(dn, options)).searchEntries[0] ?? null;
    } catch (error) {
      if (error instanceof NoSuchObjectError) return null;
      throw error;
    }
  }

  /** The unique id OpenLDAP gave the entry. */
  async uuid(dn: string): Promise<string> {
    return String((await this.entry(dn))?.['entryUUID']);
  }

  /** The sign of ppolicy: locked until an administrator unlocks it. */
  lock(dn: string): Promise<void> {
    return this.modify(dn, { pwdAccountLockedTime: '000001010000Z' });
  }

  unlock(dn: string): Promise<void> {
    return this.modify(dn, { pwdAccountLockedTime: null });
  }

  /** The sign of shadowAccount: the day after 1 January 1970 on which the account expires. */
  expire(dn: string, day: number | null = 1): Promise<void> {
    return this.modify(dn, { shadowExpire: day === null ? null : String(day) });
  }

  /** The DNs of all entries of the base, parents first. */
  protected async dns(): Promise<string[]> {
    const { searchEntries } = await this.client.search(
      this.base,
      { attributes: ['1.1'] },
      MANAGE_DSA_IT,
    );
    const depth = (dn: string) => dn.split(/(?<!\\),/).length;
    return searchEntries.map(({ dn }) => dn).sort((a, b) => depth(a) - depth(b));
  }

  private async changeDn(dn: string, newDn: string): Promise<string> {
    await this.client.modifyDN(dn, newDn);
    return newDn;
  }
}

function parentOf(dn: string): string {
  return dn
    .split(/(?<!\\),/)
    .slice(1)
    .join(',');
}

function attributeOf([type, values]: [string, Values]): Attribute {
  if (Buffer.isBuffer(values)) return new Attribute({ type: type, values: [values] });
  return new Attribute({ type, values: [values].flat() });
}
