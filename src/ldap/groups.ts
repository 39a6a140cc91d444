import {
  AndFilter,
  EqualityFilter,
  ExtensibleFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  type Entry,
  type Filter,
} from 'ldapts';
import type { DirectoryConfig } from '../config/config.js';
import { DigestSet } from './digests.js';
import type { DirectoryConnection } from './directory-connection.js';
import type { DirectoryEntry } from './directory-entry.js';
import { DirectoryUnavailable } from './directory-errors.js';
import { normalizeDn } from './normalize-dn.js';
import { parseFilter } from './parse-filter.js';
import type { Preset } from './presets.js';
import { isInDomainOf, PRIMARY_GROUP, primaryGroupFilter, SID } from './primary-group.js';

/** Active Directory: also members of groups in the group. */
const NESTED = '1.2.840.113556.1.4.1941';
const MEMBER_OF = new PresenceFilter({ attribute: 'memberOf' });
/** The attributes with the members of a group, by its classes. */
const MEMBERS_OF_CLASS: Record<string, string> = {
  ...{
    groupofnames: 'member',
    groupofmembers: 'member',
    groupofentries: 'member',
    group: 'member',
  },
  ...{ groupofuniquenames: 'uniqueMember', posixgroup: 'memberUid' },
};
const MEMBERS = [...new Set(Object.values(MEMBERS_OF_CLASS))];

export type Person = Pick<DirectoryEntry, 'dn' | 'uids'>;

/** Reads who belongs to a group. Methods throw DirectoryUnavailable, also if the group does not exist. */
export class Groups {
  constructor(
    private readonly connection: DirectoryConnection,
    private readonly config: DirectoryConfig,
    private readonly preset: Preset,
  ) {}

  /** Asks the directory, at a cost that does not depend on the size of the group. */
  async isMember(person: Person, group: string): Promise<boolean> {
    if (this.preset.groups === 'members') return this.isListed(person, group);
    const primary = await this.primaryMembersOf(group);
    if (await this.hasMatch(person.dn, this.memberOf(group))) return true;
    if (primary && isInDomainOf(person.dn, group)) {
      if (await this.hasMatch(person.dn, primary)) return true;
      // Every account of Active Directory has one.
      if (!(await this.hasMatch(person.dn, present(PRIMARY_GROUP))))
        throw this.unreadable(group, person, PRIMARY_GROUP);
    }
    // A membership that cannot be read looks like none.
    if (await this.hasMatch(person.dn, MEMBER_OF)) return false;
    if (this.preset.groups === 'nested') await this.requireMemberships();
    else if (!(await this.hasMatch(person.dn, not(MEMBER_OF))))
      throw this.unreadable(group, person, 'memberOf');
    return false;
  }

  /** Returns a test for membership. It has read all members when it returns. */
  async members(group: string): Promise<(person: Person) => boolean> {
    if (this.preset.groups === 'members') {
      const entry = await this.requireGroup(group, MEMBERS);
      // An attribute without a value has none only if the opposite of a condition on it finds the group.
      const empty = attributesOf(entry).filter((name) => valuesOf(entry, name).length === 0);
      await this.requireVisible(
        group,
        empty.map((name) => not(present(name))),
      );
      return memberTest(entry);
    }
    const primary = await this.primaryMembersOf(group);
    const dns = new DigestSet();
    for await (const dn of this.people(this.memberOf(group))) dns.add(normalizeDn(dn));
    if (primary)
      for await (const dn of this.people(primary))
        if (isInDomainOf(dn, group)) dns.add(normalizeDn(dn));
    if (dns.isEmpty) await this.requireMemberships();
    return ({ dn }) => dns.has(normalizeDn(dn));
  }

  /** The DNs of all people who match the condition. */
  private async *people(condition: Filter): AsyncGenerator<string> {
    const filters = [parseFilter(this.preset.filter), condition];
    const search = { base: this.config.base, scope: 'sub' as const, attributes: ['1.1'] };
    const pages = this.connection.pages({ ...search, filter: new AndFilter({ filters }) });
    for await (const page of pages) for (const { dn } of page) yield dn;
  }

  /** Finds the members that `memberOf` leaves out; null if there are none. Throws if the group cannot be read. */
  private async primaryMembersOf(group: string): Promise<Filter | null> {
    const isNested = this.preset.groups === 'nested';
    const entry = await this.requireGroup(group, isNested ? [SID] : []);
    if (!isNested) return null;
    const filter = primaryGroupFilter(entry);
    if (!filter) throw this.unavailable(group, `hides its ${SID}. Grant read access to it.`);
    return filter;
  }

  private async isListed({ dn, uids }: Person, group: string): Promise<boolean> {
    const equals = (attribute: string, value: string) => new EqualityFilter({ attribute, value });
    const filters = [
      ...[equals('member', dn), equals('uniqueMember', dn)],
      ...uids.map((uid) => equals('memberUid', uid)),
    ];
    if (await this.matches(group, filters)) return true;
    const visible = attributesOf(await this.requireGroup(group)).map(
      (name) => new OrFilter({ filters: [present(name), not(present(name))] }),
    );
    await this.requireVisible(group, visible);
    return false;
  }

  /** Whether the group exists and matches one of the filters. */
  private async matches(group: string, filters: Filter[]): Promise<boolean> {
    return this.hasMatch(group, new OrFilter({ filters }));
  }

  private async hasMatch(base: string, filter: Filter): Promise<boolean> {
    return (await this.connection.read({ base, filter, attributes: ['1.1'] })) !== null;
  }

  /**
   * If no membership can be read at all, an empty group proves nothing. Of Active Directory the whole domain counts: its
   * own accounts have memberships.
   */
  private async requireMemberships(): Promise<void> {
    const { provider, base } = this.config;
    const domain = /(?:^|,)\s*(dc=.*)$/i.exec(base)?.[1] ?? base;
    const where = this.preset.groups === 'nested' ? domain : base;
    const search = { base: where, scope: 'sub' as const, filter: MEMBER_OF, attributes: ['1.1'] };
    if (await this.connection.hasAny(search)) return;
    throw new DirectoryUnavailable(
      `Directory ${provider}: nobody below ${where} has a memberOf that can be read. Grant read access to it.`,
      { kind: 'directory' },
    );
  }

  private async requireGroup(group: string, attributes: readonly string[] = []): Promise<Entry> {
    const filter = new PresenceFilter({ attribute: 'objectClass' });
    const search = {
      base: group,
      filter,
      attributes: [...attributes, 'objectClass'],
      binary: [SID],
    };
    const entry = await this.connection.read(search);
    if (entry) return entry;
    const { prefix, adminGroup } = this.config;
    const setting = `${prefix}${group === adminGroup ? 'ADMIN' : 'EXTERNAL'}_GROUP`;
    throw this.unavailable(group, `does not exist or cannot be read. Correct ${setting}.`);
  }

  /**
   * If the account may not read an attribute, neither a condition on it nor its opposite is true (RFC 4511, 4.5.1.7).
   *
   * @param conditions of which each is true if its attribute can be read
   */
  private async requireVisible(group: string, conditions: Filter[]): Promise<void> {
    if (conditions.length === 0) return;
    if (await this.hasMatch(group, new AndFilter({ filters: conditions }))) return;
    throw this.unavailable(group, 'hides its members. Grant read access to them.');
  }

  private unavailable(group: string, problem: string): DirectoryUnavailable {
    return new DirectoryUnavailable(
      `Directory ${this.config.provider}: the group ${group} ${problem}`,
      { kind: 'directory' },
    );
  }

  private unreadable(group: string, { dn }: Person, attribute: string): DirectoryUnavailable {
    return this.unavailable(
      group,
      `cannot be checked: ${attribute} of ${dn} cannot be read. Grant read access to it.`,
    );
  }

  private memberOf(group: string): Filter {
    return this.preset.groups === 'nested'
      ? new ExtensibleFilter({ matchType: 'memberOf', rule: NESTED, value: group })
      : new EqualityFilter({ attribute: 'memberOf', value: group });
  }
}

const present = (attribute: string) => new PresenceFilter({ attribute });
const not = (filter: Filter) => new NotFilter({ filter });

/** Servers know the attributes of the group's own classes. A condition on an unknown attribute is never true. */
function attributesOf(group: Entry): string[] {
  const classes = valuesOf(group, 'objectClass').map((name) => name.toLowerCase());
  const known = [...new Set(classes.flatMap((name) => MEMBERS_OF_CLASS[name] ?? []))];
  return known.length > 0 ? known : ['member'];
}

function valuesOf(entry: Entry, ...attributes: string[]): string[] {
  const wanted = new Set(attributes.map((name) => name.toLowerCase()));
  return Object.entries(entry)
    .filter(([name]) => name !== 'dn' && wanted.has(name.toLowerCase()))
    .flatMap(([, values]) => values)
    .map(String);
}

function memberTest(group: Entry): (person: Person) => boolean {
  const [dns, memberUids] = [new DigestSet(), new DigestSet()];
  for (const dn of valuesOf(group, 'member', 'uniqueMember')) dns.add(normalizeDn(dn));
  for (const uid of valuesOf(group, 'memberUid')) memberUids.add(squeezeBlanks(uid));
  return ({ dn, uids }) =>
    dns.has(normalizeDn(dn)) || uids.some((uid) => memberUids.has(squeezeBlanks(uid)));
}

/** The schema compares `memberUid` by letter case, and ignores blanks at the ends and repeated ones (RFC 2307). */
const squeezeBlanks = (text: string): string => text.replace(/ +/g, ' ').trim();
