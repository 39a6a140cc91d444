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

/** Active Directory: also members of groups in the group. */
const NESTED = '1.2.840.113556.1.4.1941';
const MEMBER_OF = new PresenceFilter({ attribute: 'memberOf' });
const MEMBERS = ['member', 'uniqueMember', 'memberUid'];
/** The attribute with the members of a group, by its class if it is not `member`. */
const MEMBERS_OF_CLASS: Record<string, string> = {
  groupofuniquenames: 'uniqueMember',
  posixgroup: 'memberUid',
};

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
    await this.requireGroup(group);
    const filter = this.memberOf(group);
    if (await this.hasMatch(person.dn, filter)) return true;
    // A membership that cannot be read looks like none.
    if (!(await this.hasMatch(person.dn, MEMBER_OF))) await this.requireMemberships();
    return false;
  }

  /** Returns a test for membership. It has read all members when it returns. */
  async members(group: string): Promise<(person: Person) => boolean> {
    if (this.preset.groups === 'members') {
      const entry = await this.requireGroup(group, MEMBERS);
      if (valuesOf(entry, ...MEMBERS).length === 0) await this.requireVisibleMembers(group, entry);
      return memberTest(entry);
    }
    await this.requireGroup(group);
    const dns = new DigestSet();
    const search = {
      base: this.config.base,
      scope: 'sub' as const,
      filter: new AndFilter({
        filters: [parseFilter(this.preset.filter), this.memberOf(group)],
      }),
      attributes: ['1.1'],
    };
    for await (const page of this.connection.pages(search))
      for (const { dn } of page) dns.add(normalizeDn(dn));
    if (dns.isEmpty) await this.requireMemberships();
    return ({ dn }) => dns.has(normalizeDn(dn));
  }

  private async isListed({ dn, uids }: Person, group: string): Promise<boolean> {
    const equals = (attribute: string, value: string) => new EqualityFilter({ attribute, value });
    const filters = [
      ...[equals('member', dn), equals('uniqueMember', dn)],
      ...uids.map((uid) => equals('memberUid', uid)),
    ];
    if (await this.matches(group, filters)) return true;
    const entry = await this.requireGroup(group);
    const anyMember = MEMBERS.map((attribute) => new PresenceFilter({ attribute }));
    if (!(await this.matches(group, anyMember))) await this.requireVisibleMembers(group, entry);
    return false;
  }

  /** Whether the group exists and matches one of the filters. */
  private async matches(group: string, filters: Filter[]): Promise<boolean> {
    return this.hasMatch(group, new OrFilter({ filters }));
  }

  private async hasMatch(base: string, filter: Filter): Promise<boolean> {
    return (await this.connection.read({ base, filter, attributes: ['1.1'] })) !== null;
  }

  /** If no membership can be read at all, an empty group proves nothing. */
  private async requireMemberships(): Promise<void> {
    const { provider, base } = this.config;
    const search = { base, scope: 'sub' as const, filter: MEMBER_OF, attributes: ['1.1'] };
    if (await this.connection.hasAny(search)) return;
    throw new DirectoryUnavailable(
      `Directory ${provider}: nobody below ${base} has a memberOf that can be read. Grant read access to it.`,
    );
  }

  private async requireGroup(group: string, attributes: readonly string[] = []): Promise<Entry> {
    const filter = new PresenceFilter({ attribute: 'objectClass' });
    const search = { base: group, filter, attributes: [...attributes, 'objectClass'] };
    const entry = await this.connection.read(search);
    if (entry) return entry;
    const { prefix, adminGroup } = this.config;
    const setting = `${prefix}${group === adminGroup ? 'ADMIN' : 'EXTERNAL'}_GROUP`;
    throw this.unavailable(group, `does not exist or cannot be read. Correct ${setting}.`);
  }

  /**
   * For a group without a member that can be read. It has none only if a search for groups without members finds it: if
   * the account may not read an attribute, neither a condition on it nor the opposite is true.
   */
  private async requireVisibleMembers(group: string, entry: Entry): Promise<void> {
    const classes = valuesOf(entry, 'objectClass').map((name) => name.toLowerCase());
    const listed = classes.flatMap((name) => MEMBERS_OF_CLASS[name] ?? []);
    // Servers know the attributes of the group's own classes. A condition on an unknown attribute finds nothing either.
    const filters = (listed.length > 0 ? listed : ['member']).map(
      (attribute) => new NotFilter({ filter: new PresenceFilter({ attribute }) }),
    );
    if (await this.hasMatch(group, new AndFilter({ filters }))) return;
    throw this.unavailable(group, 'hides its members. Grant read access to them.');
  }

  private unavailable(group: string, problem: string): DirectoryUnavailable {
    return new DirectoryUnavailable(
      `Directory ${this.config.provider}: the group ${group} ${problem}`,
    );
  }

  private memberOf(group: string): Filter {
    return this.preset.groups === 'nested'
      ? new ExtensibleFilter({ matchType: 'memberOf', rule: NESTED, value: group })
      : new EqualityFilter({ attribute: 'memberOf', value: group });
  }
}

/** Servers return attribute names in a letter case of their own. */
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
