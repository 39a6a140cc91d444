import {
  AndFilter,
  EqualityFilter,
  ExtensibleFilter,
  PresenceFilter,
  type Entry,
  type Filter,
} from 'ldapts';
import type { DirectoryConfig } from '../config/config.js';
import type { DirectoryConnection } from './directory-connection.js';
import type { DirectoryEntry } from './directory-entry.js';
import { DirectoryUnavailable } from './directory-errors.js';
import { normalizeDn } from './normalize-dn.js';
import { parseFilter } from './parse-filter.js';
import type { Preset } from './presets.js';

/** Active Directory: also members of groups in the group. */
const NESTED = '1.2.840.113556.1.4.1941';
const MEMBERS = ['member', 'uniqueMember', 'memberUid'];
/** OpenLDAP's groups of these classes always have a member: without one, the account may not read them. */
const NEVER_EMPTY = /^groupOf(Unique)?Names$/i;

type Person = Pick<DirectoryEntry, 'dn' | 'username'>;

/** Reads who belongs to a group. Methods throw DirectoryUnavailable, also if the group does not exist. */
export class Groups {
  constructor(
    private readonly connection: DirectoryConnection,
    private readonly config: DirectoryConfig,
    private readonly preset: Preset,
  ) {}

  async isMember(person: Person, group: string): Promise<boolean> {
    if (this.preset.groups === 'members') return (await this.members(group))(person);
    await this.requireGroup(group);
    const filter = this.memberOf(group);
    const entry = await this.connection.read({ base: person.dn, filter, attributes: ['1.1'] });
    return entry !== null;
  }

  /** Returns a test for membership. It has read all members when it returns. */
  async members(group: string): Promise<(person: Person) => boolean> {
    const entry = await this.requireGroup(group);
    if (this.preset.groups === 'members') return memberTest(entry);
    const dns = new Set<string>();
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
    if (dns.size === 0) await this.requireMemberships();
    return ({ dn }) => dns.has(normalizeDn(dn));
  }

  /** If no membership can be read at all, an empty group proves nothing. */
  private async requireMemberships(): Promise<void> {
    const filter = new PresenceFilter({ attribute: 'memberOf' });
    const { provider, base } = this.config;
    if (await this.connection.hasAny({ base, scope: 'sub', filter, attributes: ['1.1'] })) return;
    throw new DirectoryUnavailable(
      `Directory ${provider}: nobody below ${base} has a memberOf that can be read. Grant read access to it.`,
    );
  }

  private async requireGroup(group: string): Promise<Entry> {
    const filter = new PresenceFilter({ attribute: 'objectClass' });
    const attributes = this.preset.groups === 'members' ? [...MEMBERS, 'objectClass'] : ['1.1'];
    const entry = await this.connection.read({ base: group, filter, attributes });
    if (entry && !this.hidesMembers(entry)) return entry;
    const { prefix, provider, adminGroup } = this.config;
    const setting = `${prefix}${group === adminGroup ? 'ADMIN' : 'EXTERNAL'}_GROUP`;
    const problem = entry
      ? 'hides its members. Grant read access to them.'
      : `does not exist or cannot be read. Correct ${setting}.`;
    throw new DirectoryUnavailable(`Directory ${provider}: the group ${group} ${problem}`);
  }

  private hidesMembers(group: Entry): boolean {
    if (this.config.preset !== 'openldap') return false;
    const isNeverEmpty = valuesOf(group, 'objectClass').some((name) => NEVER_EMPTY.test(name));
    return isNeverEmpty && MEMBERS.every((name) => valuesOf(group, name).length === 0);
  }

  private memberOf(group: string): Filter {
    return this.preset.groups === 'nested'
      ? new ExtensibleFilter({ matchType: 'memberOf', rule: NESTED, value: group })
      : new EqualityFilter({ attribute: 'memberOf', value: group });
  }
}

/** Servers return attribute names in a letter case of their own. */
const valuesOf = (entry: Entry, wanted: string): string[] =>
  Object.entries(entry)
    .filter(([name]) => name !== 'dn' && name.toLowerCase() === wanted.toLowerCase())
    .flatMap(([, values]) => values)
    .map(String);

function memberTest(group: Entry): (person: Person) => boolean {
  const members = [...valuesOf(group, 'member'), ...valuesOf(group, 'uniqueMember')];
  const dns = new Set(members.map(normalizeDn));
  const usernames = new Set(valuesOf(group, 'memberUid'));
  return ({ dn, username }) =>
    dns.has(normalizeDn(dn)) || (username !== null && usernames.has(username));
}
