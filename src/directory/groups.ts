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
    return ({ dn }) => dns.has(normalizeDn(dn));
  }

  private async requireGroup(group: string): Promise<Entry> {
    const filter = new PresenceFilter({ attribute: 'objectClass' });
    const attributes = this.preset.groups === 'members' ? MEMBERS : ['1.1'];
    const entry = await this.connection.read({ base: group, filter, attributes });
    if (entry) return entry;
    const { prefix, provider, adminGroup } = this.config;
    const setting = `${prefix}${group === adminGroup ? 'ADMIN' : 'EXTERNAL'}_GROUP`;
    throw new DirectoryUnavailable(
      `Directory ${provider}: the group ${group} does not exist or cannot be read. Correct ${setting}.`,
    );
  }

  private memberOf(group: string): Filter {
    return this.preset.groups === 'nested'
      ? new ExtensibleFilter({ matchType: 'memberOf', rule: NESTED, value: group })
      : new EqualityFilter({ attribute: 'memberOf', value: group });
  }
}

function memberTest(group: Entry): (person: Person) => boolean {
  const valuesOf = (wanted: string) =>
    Object.entries(group)
      .filter(([name]) => name.toLowerCase() === wanted.toLowerCase())
      .flatMap(([, values]) => values)
      .map(String);
  const dns = new Set([...valuesOf('member'), ...valuesOf('uniqueMember')].map(normalizeDn));
  const usernames = new Set(valuesOf('memberUid'));
  return ({ dn, username }) =>
    dns.has(normalizeDn(dn)) || (username !== null && usernames.has(username));
}
