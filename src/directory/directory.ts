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
import { CannotStart } from '../config/cannot-start.js';
import type { DirectoryConfig } from '../config/config.js';
import { DirectoryConnection, PAGE_SIZE, type Search } from './directory-connection.js';
import {
  requestedAttributes,
  toDirectoryEntry,
  type DirectoryEntry,
  valuesOf,
  type IdentifiedEntry,
} from './directory-entry.js';
import { AmbiguousEntry, ForeignDn, InvalidDn, RefersElsewhere } from './directory-errors.js';
import { ALWAYS_THERE } from './disabled.js';
import { Groups } from './groups.js';
import { openUnlessAborted } from './open-unless-aborted.js';
import { parseFilter } from './parse-filter.js';
import { isBelow } from './normalize-dn.js';
import { presetOf, type Preset } from './presets.js';
import { ServerOrder } from './server-order.js';
import { uniqueIdValue } from './unique-id.js';

/** One configured directory. Methods throw DirectoryUnavailable if the directory does not complete them. */
export class Directory {
  readonly provider: string;
  private readonly preset: Preset;
  private readonly order: ServerOrder;

  constructor(readonly config: DirectoryConfig) {
    this.provider = config.provider;
    this.order = new ServerOrder(config.urls);
    this.preset = presetOf(config);
    try {
      parseFilter(this.preset.filter);
    } catch (error) {
      throw new CannotStart(
        `${config.prefix}FILTER is not a search filter: ${(error as Error).message}`,
        { cause: error },
      );
    }
  }

  /** True if this password is the person's. Makes a connection of its own. */
  authenticate({ dn }: Pick<DirectoryEntry, 'dn'>, password: string): Promise<boolean> {
    return DirectoryConnection.authenticate(this.config, this.order, dn, password);
  }

  /**
   * Runs `work` with one session, and closes it.
   *
   * @param signal closes the connection, so that no stop waits for a directory that does not respond
   */
  async withSession<Result>(
    work: (session: DirectorySession) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const connection = await openUnlessAborted(
      DirectoryConnection.open(this.config, this.order),
      signal,
    );
    const close = () => void connection.close();
    signal?.addEventListener('abort', close);
    try {
      return await work(new DirectorySession(connection, this.config, this.preset));
    } finally {
      signal?.removeEventListener('abort', close);
      await connection.close();
    }
  }
}

/** Searches on one connection. */
export class DirectorySession {
  readonly groups: Groups;

  constructor(
    private readonly connection: DirectoryConnection,
    private readonly config: DirectoryConfig,
    private readonly preset: Preset,
  ) {
    this.groups = new Groups(connection, config, preset);
  }

  get isConnected(): boolean {
    return this.connection.isConnected;
  }

  /**
   * The person with this username or e-mail address, as far as the filter lets them in.
   *
   * @throws AmbiguousEntry more than one entry matches
   */
  async findByLogin(login: string): Promise<DirectoryEntry | null> {
    // Some servers read values up to the first NUL: `ada`, NUL and anything would be Ada.
    if (login.includes('\0')) return null;
    const { username, email } = this.preset;
    const filters = [...new Set([username, email])].map((name) => equals(name, login));
    return this.findOne(new OrFilter({ filters }), 'username or e-mail address');
  }

  /** The person as far as the filter lets them in. @throws AmbiguousEntry */
  async findByUniqueId(uniqueId: string): Promise<DirectoryEntry | null> {
    return this.findOne(this.withUniqueId(uniqueId), 'unique id');
  }

  /** True if a search by the unique id, ignoring the filter, finds this entry and no other. */
  async isOnlyEntryWithId({ uniqueId, dn }: IdentifiedEntry): Promise<boolean> {
    try {
      return (await this.findIgnoringFilter(uniqueId))?.dn === dn;
    } catch (error) {
      if (error instanceof AmbiguousEntry) return false;
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

  /** Like `existsIgnoringFilter`, by DN: for identities without a unique id. @throws InvalidDn */
  async existsIgnoringFilterAt(dn: string): Promise<boolean> {
    return (await this.readAt(dn, new PresenceFilter({ attribute: 'objectClass' }))) !== null;
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

  /** False if the search finds nobody at all, as when the account may not read the people any more. */
  hasPeople(): Promise<boolean> {
    return this.connection.hasAny(this.search(this.configuredFilter));
  }

  /** The filter of the settings. */
  private get configuredFilter(): Filter {
    return parseFilter(this.preset.filter);
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
    return toDirectoryEntry(this.preset, entry, Date.now());
  }
}

/** As an object the value needs no escaping. In a filter's text the library cannot write the bytes of binary ids. */
const equals = (attribute: string, value: string | Buffer): Filter =>
  new EqualityFilter({ attribute, value });
