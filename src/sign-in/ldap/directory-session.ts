import {
  AndFilter,
  EqualityFilter,
  InvalidDNSyntaxError,
  NotFilter,
  OrFilter,
  PresenceFilter,
  type Entry,
  type Filter,
} from 'ldapts';
import type { DirectoryConfig } from '../../base/config/config.js';
import { PAGE_SIZE, type DirectoryConnection, type Search } from './directory-connection.js';
import {
  requestedAttributes,
  toDirectoryEntry,
  type DirectoryEntry,
  valuesOf,
  type IdentifiedEntry,
} from './directory-entry.js';
import { AmbiguousEntry, ForeignDn, InvalidDn, RefersElsewhere } from './directory-errors.js';
import { ALWAYS_THERE } from './disabled.js';
import { isBelow } from './normalize-dn.js';
import { loginForms } from './login-forms.js';
import { parseFilter } from './parse-filter.js';
import type { Preset } from './presets.js';
import { uniqueIdText, uniqueIdValue } from './unique-id.js';
import { clockTime } from '../../database/clock.js';

/** `repeated`: another entry has the unique id too. `not found`: a search by the unique id does not find the entry. */
export type IdProblem = 'repeated' | 'not found';

/** Searches on one connection. */
export class DirectorySession {
  constructor(
    private readonly connection: DirectoryConnection,
    private readonly config: DirectoryConfig,
    private readonly preset: Preset,
  ) {}

  /**
   * The person with this username or e-mail address, as far as the filter lets them in.
   *
   * @throws AmbiguousEntry more than one entry matches
   */
  async findByLogin(login: string): Promise<DirectoryEntry | null> {
    // Some servers read values up to the first NUL: `ada`, NUL and anything would be Ada.
    if (login.includes('\0')) return null;
    const { username, email } = this.preset;
    const attributes = [...new Set([username, email])];
    const filters = loginForms(login).flatMap((form) =>
      attributes.map((attribute) => equals(attribute, form)),
    );
    return this.findOne(new OrFilter({ filters }), 'username or e-mail address');
  }

  /** The person as far as the filter lets them in. @throws AmbiguousEntry */
  async findByUniqueId(uniqueId: string): Promise<DirectoryEntry | null> {
    return this.findOne(this.withUniqueId(uniqueId), 'unique id');
  }

  /** True if a search by the unique id, ignoring the filter, finds this entry and no other. */
  async isOnlyEntryWithId(entry: IdentifiedEntry): Promise<boolean> {
    return (await this.findIdProblem(entry)) === null;
  }

  /** Why the unique id does not identify the entry, ignoring the filter; null if it does. */
  async findIdProblem({ uniqueId, dn }: IdentifiedEntry): Promise<IdProblem | null> {
    try {
      const found = await this.findIgnoringFilter(uniqueId);
      if (found === null) return 'not found';
      return found.dn === dn ? null : 'repeated';
    } catch (error) {
      if (error instanceof AmbiguousEntry) return 'repeated';
      throw error;
    }
  }

  /**
   * The entry with this DN below the base, as far as the filter lets it in: for identities that have no unique id yet.
   *
   * @throws InvalidDn
   */
  async findByDn(dn: string): Promise<DirectoryEntry | null> {
    const found = await this.readAt(dn, this.configuredFilter);
    return found && this.toEntry(found);
  }

  /** Like `findByDn`, ignoring the filter. @throws InvalidDn */
  async findByDnIgnoringFilter(dn: string): Promise<DirectoryEntry | null> {
    const found = await this.readAt(dn, new PresenceFilter({ attribute: 'objectClass' }));
    return found && this.toEntry(found);
  }

  /** Like `isOutsideFilter`, by DN. @throws InvalidDn */
  async isOutsideFilterAt(dn: string): Promise<boolean> {
    return (await this.readAt(dn, this.oppositeFilter)) !== null;
  }

  /** The entry if it is below the base. */
  private async readAt(dn: string, filter: Filter): Promise<Entry | null> {
    // The empty DN is an entry of every server. Without its type, a name may be searched for as something else.
    if (!/^[A-Za-z0-9.-]+\s*=/.test(dn)) throw new InvalidDn(dn);
    try {
      const found = await this.connection.read({ ...this.search(filter), base: dn });
      // People elsewhere on the server are not of this directory: the search of a synchronization misses them.
      return found && isBelow(found.dn, this.config.base) ? found : null;
    } catch (error) {
      const { cause } = error as Error;
      if (cause instanceof RefersElsewhere) throw new ForeignDn(dn);
      throw cause instanceof InvalidDNSyntaxError ? new InvalidDn(dn) : error;
    }
  }

  /** Whether the directory finds exactly this entry by the DN, which may be written in another way. */
  async isDnOf(dn: string, entry: DirectoryEntry): Promise<boolean> {
    if (dn === entry.dn) return true;
    try {
      return (await this.findByDn(dn))?.dn === entry.dn;
    } catch (error) {
      if (error instanceof InvalidDn) return false;
      throw error;
    }
  }

  /** Whether the entry exists, ignoring the filter. Tells a deleted entry from one that the filter excludes. */
  async existsIgnoringFilter(uniqueId: string): Promise<boolean> {
    return (await this.findIgnoringFilter(uniqueId)) !== null;
  }

  /**
   * True if the filter excludes the entry for certain: the opposite of the filter finds it. If the account may not read an
   * attribute of the filter, neither the filter nor its opposite is true (RFC 4511, 4.5.1.7).
   */
  async isOutsideFilter(uniqueId: string): Promise<boolean> {
    const filters = [this.withUniqueId(uniqueId), this.oppositeFilter];
    const search = this.search(new AndFilter({ filters }));
    return (await this.connection.findOne(search, 'unique id')) !== null;
  }

  /**
   * Whether this sign of a disabled account cannot be read in the entry. If it shows no value, it has none only if the
   * opposite of a condition on it finds the entry: without access, neither is true (RFC 4511, 4.5.1.7). Active Directory
   * lets attributes without access look absent, but all its accounts have the sign.
   */
  async hidesSign({ dn }: DirectoryEntry, name: string): Promise<boolean> {
    const sign = this.preset.disabled.find((known) => known === name);
    if (!sign) return false;
    const read = (filter: Filter) => this.connection.read({ base: dn, filter, attributes: [sign] });
    const entry = await read(new PresenceFilter({ attribute: 'objectClass' }));
    if (entry && valuesOf(entry, sign).length > 0) return false;
    if (ALWAYS_THERE.has(sign)) return true;
    const absent = new NotFilter({ filter: new PresenceFilter({ attribute: sign }) });
    return (await read(absent)) === null;
  }

  /**
   * All people who match the filter.
   *
   * @param atOnce how many at a time. A whole page takes so long to convert that requests would wait
   */
  async *people(atOnce = PAGE_SIZE): AsyncGenerator<DirectoryEntry[]> {
    for await (const page of this.connection.pages(this.search(this.configuredFilter)))
      for (let start = 0; start < page.length; start += atOnce)
        yield page.slice(start, start + atOnce).map((entry) => this.toEntry(entry));
  }

  /**
   * All unique ids below the base, page by page. Also those of entries outside the filter, and all values of an entry that
   * has several: a search finds it by each.
   */
  async *uniqueIds(): AsyncGenerator<string[]> {
    // Entries without an id would count for the size limit of the server.
    yield* this.uniqueIdsOf(new PresenceFilter({ attribute: this.preset.uniqueId }));
  }

  /** The unique ids of all people who match this filter of the settings too. */
  async uniqueIdsMatching(filter: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for await (const page of this.uniqueIdsOf(this.narrowed(filter)))
      for (const id of page) ids.add(id);
    return ids;
  }

  /** Whether the entry with this DN matches the filter. */
  async matches({ dn }: DirectoryEntry, filter: string): Promise<boolean> {
    const search = { base: dn, filter: parseFilter(filter), attributes: ['1.1'] };
    return (await this.connection.read(search)) !== null;
  }

  /** Whether anybody matches this filter of the settings too. */
  hasPeopleMatching(filter: string): Promise<boolean> {
    return this.hasAny(this.narrowed(filter));
  }

  /** False if the search finds nobody at all, as when the account may not read the people any more. */
  hasPeople(): Promise<boolean> {
    return this.hasAny(this.configuredFilter);
  }

  private hasAny(filter: Filter): Promise<boolean> {
    return this.connection.hasAny({ ...this.search(filter), attributes: ['1.1'], binary: [] });
  }

  private async *uniqueIdsOf(filter: Filter): AsyncGenerator<string[]> {
    const { uniqueId } = this.preset;
    const attributes = [uniqueId];
    const search = { ...this.search(filter), attributes, binary: attributes };
    for await (const page of this.connection.pages(search))
      yield page.flatMap((entry) =>
        valuesOf(entry, uniqueId).map((value) => uniqueIdText(uniqueId, value)),
      );
  }

  private narrowed(filter: string): Filter {
    return new AndFilter({ filters: [this.configuredFilter, parseFilter(filter)] });
  }

  /** The filter of the settings. */
  private get configuredFilter(): Filter {
    return parseFilter(this.preset.filter);
  }

  private get oppositeFilter(): Filter {
    return new NotFilter({ filter: this.configuredFilter });
  }

  private withUniqueId(uniqueId: string): Filter {
    const attribute = this.preset.uniqueId;
    return equals(attribute, uniqueIdValue(attribute, uniqueId));
  }

  private async findOne(condition: Filter, searched: string): Promise<DirectoryEntry | null> {
    const filter = new AndFilter({ filters: [this.configuredFilter, condition] });
    const found = await this.connection.findOne(this.search(filter), searched);
    return found && this.toEntry(found);
  }

  private findIgnoringFilter(uniqueId: string): Promise<Entry | null> {
    return this.connection.findOne(this.search(this.withUniqueId(uniqueId)), 'unique id');
  }

  private search(filter: Filter): Search {
    const { base } = this.config;
    const attributes = requestedAttributes(this.preset);
    return { base, scope: 'sub', filter, attributes, binary: attributes };
  }

  private toEntry(entry: Entry): DirectoryEntry {
    return toDirectoryEntry(this.preset, entry, clockTime());
  }
}

/** As an object the value needs no escaping. In a filter's text the library cannot write the bytes of binary ids. */
const equals = (attribute: string, value: string | Buffer): Filter =>
  new EqualityFilter({ attribute, value });
