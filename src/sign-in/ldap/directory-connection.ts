import {
  Control,
  InsufficientAccessError,
  NoSuchObjectError,
  PagedResultsControl,
  ResultCodeError,
  SizeLimitExceededError,
  type BerWriter,
  type Client,
  type Entry,
  type Filter,
  type SearchOptions,
} from 'ldapts';
import type { DirectoryConfig } from '../../base/config/config.js';
import { refusesEverybody, refusesPerson } from './bind-results.js';
import { connect, disconnect, unavailable, type Server } from './connect.js';
import {
  AmbiguousEntry,
  connectionLost,
  isReferral,
  referral,
  RefersElsewhere,
} from './directory-errors.js';
import { PageProgress } from './page-progress.js';
import type { ServerOrder } from './server-order.js';

/**
 * A server that has not accepted the account after this time gets company: the next one is tried too. Waiting for
 * LDAP_TIMEOUT would be longer than a sign-in may take.
 */
const HEAD_START_MS = 1_000;
/** Entries a page. Servers limit a page to 1,000 by default. */
export const PAGE_SIZE = 1_000;

export interface Search {
  base: string;
  filter: Filter;
  scope: 'base' | 'sub';
  attributes: string[];
  /** Attributes to return as bytes. As text, values lose a byte order mark at their start. */
  binary?: string[];
}

/**
 * A connection of the account that searches. Every method throws DirectoryUnavailable if the directory did not
 * complete it.
 */
export class DirectoryConnection {
  private constructor(
    private readonly client: Client,
    private readonly server: Server,
  ) {}

  /** Connects to the first server that responds and accepts the account that searches. */
  static async open(config: DirectoryConfig, order: ServerOrder): Promise<DirectoryConnection> {
    const { bindDn, bindPassword } = config;
    const bind = async (client: Client, server: Server) => {
      await client.bind(bindDn ?? '', bindPassword ?? '');
      return new DirectoryConnection(client, server);
    };
    return connect(config, order, bind, HEAD_START_MS);
  }

  /**
   * Binds as a person on a connection of its own. Never on two servers at the same time: a wrong password would count
   * twice there.
   *
   * @returns false if the directory refuses this password or this person. An empty password is refused here, because
   *   most servers accept it as an anonymous bind.
   * @param isDecoy the DN is made up, and any complaint about it is a refusal
   */
  static async authenticate(
    config: DirectoryConfig,
    order: ServerOrder,
    dn: string,
    password: string,
    isDecoy = false,
  ): Promise<boolean> {
    if (dn === '' || password === '') return false;
    return connect(config, order, async (client, server) => {
      try {
        await client.bind(dn, password);
        return true;
      } catch (error) {
        if (refusesPerson(error)) return false;
        if (isDecoy && error instanceof ResultCodeError && !refusesEverybody(error)) return false;
        throw error;
      } finally {
        await disconnect(client, server);
      }
    });
  }

  /**
   * At most one entry.
   *
   * @param searched what the filter compares, for the message
   * @throws AmbiguousEntry
   */
  async findOne(search: Search, searched: string): Promise<Entry | null> {
    return this.complete(async (client) => {
      try {
        // Without a size limit: with one, the library returns a part of the entries as if it were all.
        const options = optionsOf(search);
        const { searchEntries, searchReferences } = await client.search(search.base, options);
        if (searchEntries.length === 0 && searchReferences.length > 0) throw referral();
        if (searchEntries.length > 1) throw new AmbiguousEntry(searched);
        return searchEntries[0] ?? null;
      } catch (error) {
        if (error instanceof SizeLimitExceededError) throw new AmbiguousEntry(searched);
        throw error;
      }
    });
  }

  /** Whether any entry matches. */
  hasAny(search: Search): Promise<boolean> {
    return this.complete(async (client) => {
      const options = { ...optionsOf(search), sizeLimit: 1 };
      return (await client.search(search.base, options)).searchEntries.length > 0;
    });
  }

  /** One entry by its DN, or null if it does not exist. */
  async read(search: Omit<Search, 'scope'>): Promise<Entry | null> {
    return this.complete(async (client) => {
      try {
        const options = optionsOf({ ...search, scope: 'base' });
        const { searchEntries } = await client.search(search.base, options);
        return searchEntries[0] ?? null;
      } catch (error) {
        if (error instanceof NoSuchObjectError) return null;
        throw isReferral(error) ? new RefersElsewhere(search.base) : error;
      }
    });
  }

  /**
   * All entries, a page at a time. It ends only after the last page: errors throw, and so do pages without an end, and a
   * reference to another server, which may have more of the entries.
   */
  async *pages(search: Search): AsyncGenerator<Entry[]> {
    const options = optionsOf(search);
    const progress = new PageProgress();
    let isEmpty = true;
    let cookie: Buffer = Buffer.alloc(0);
    do {
      const searchEntries = await this.complete(async (client) => {
        const found = await client.search(search.base, options, new PageControl(cookie));
        if (found.searchReferences.length > 0) throw referral();
        const sent = cookie;
        cookie = this.server.responses.cookie;
        progress.require(found.searchEntries, sent, cookie);
        return found.searchEntries;
      });
      isEmpty &&= searchEntries.length === 0;
      yield searchEntries;
    } while (cookie.length > 0);
    if (isEmpty) await this.requireBase(search.base);
  }

  /** 389 Directory Server finds nothing, without an error, when it searches in pages below a DN that does not exist. */
  private async requireBase(base: string): Promise<void> {
    await this.complete((client) => client.search(base, { scope: 'base', attributes: ['1.1'] }));
  }

  /** Never throws. */
  close(): Promise<void> {
    return disconnect(this.client, this.server);
  }

  private async complete<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const { responses } = this.server;
    try {
      // After StartTLS the library would still send the request, and wait for LDAP_TIMEOUT.
      if (responses.isClosed) throw responses.problem ?? connectionLost();
      const result = await this.withRights(work);
      if (responses.problem) throw responses.problem;
      return result;
    } catch (error) {
      if (error instanceof AmbiguousEntry) throw error;
      throw unavailable(error, this.server);
    }
  }

  /**
   * authentik keeps the right to search for each DN, and takes it away when any connection of that DN ends. A bind gives
   * it back.
   */
  private async withRights<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const { bindDn, bindPassword } = this.server.config;
    try {
      return await work(this.client);
    } catch (error) {
      if (bindDn === null || !(error instanceof InsufficientAccessError)) throw error;
      await this.client.bind(bindDn, bindPassword ?? '').catch((failure: unknown) => {
        // Now the client is anonymous (RFC 4511, 4.2.1). It could see nobody, as if all entries were deleted.
        this.server.responses.abandon();
        throw failure;
      });
      return work(this.client);
    }
  }
}

/**
 * Asks for one page. The library's own paging takes an empty page for the last one. Active Directory sends such pages
 * before the last: everybody on the pages after it would look deleted.
 */
class PageControl extends Control {
  constructor(private readonly cookie: Buffer) {
    super(PagedResultsControl.type);
  }

  protected override writeControl(writer: BerWriter): void {
    new PagedResultsControl({ value: { size: PAGE_SIZE, cookie: this.cookie } }).writeControl(
      writer,
    );
  }
}

const optionsOf = ({ filter, scope, attributes, binary = [] }: Search): SearchOptions => ({
  filter,
  scope,
  attributes,
  explicitBufferAttributes: binary,
});
