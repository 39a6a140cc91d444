import { randomBytes } from 'node:crypto';
import { ConfigError, type DirectoryConfig } from '../../base/config/config.js';
import { DirectoryConnection } from './directory-connection.js';
import type { DirectoryEntry } from './directory-entry.js';
import { DirectorySession } from './directory-session.js';
import { openUnlessAborted } from './open-unless-aborted.js';
import { parseFilter } from './parse-filter.js';
import { presetOf, type Preset } from './presets.js';
import { ServerOrder } from './server-order.js';

/** The configured directory. Methods throw DirectoryUnavailable if the directory does not complete them. */
export class Directory {
  readonly provider: string;
  private readonly preset: Preset;
  private readonly order: ServerOrder;

  constructor(readonly config: DirectoryConfig) {
    this.provider = config.provider;
    this.order = new ServerOrder(config.urls);
    this.preset = presetOf(config);
    requireFilter('LDAP_FILTER', this.preset.filter);
    requireFilter('LDAP_ADMIN_FILTER', config.adminFilter);
    requireFilter('LDAP_EXTERNAL_FILTER', config.externalFilter);
  }

  /** True if this password is the person's. Makes a connection of its own. */
  authenticate({ dn }: Pick<DirectoryEntry, 'dn'>, password: string): Promise<boolean> {
    return DirectoryConnection.authenticate(this.config, this.order, dn, password);
  }

  /**
   * Takes as long as `authenticate` with a wrong password: a bind with the DN of an entry that does not exist. Servers have
   * different result codes for it. lldap has one of its own for a DN outside its people.
   */
  async authenticateDecoy(password: string): Promise<void> {
    const { config, order } = this;
    const dn = `cn=${randomBytes(8).toString('hex')},${config.base}`;
    await DirectoryConnection.authenticate(config, order, dn, password, true);
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

/** @throws ConfigError */
function requireFilter(setting: string, filter: string | null): void {
  try {
    if (filter !== null) parseFilter(filter);
  } catch (error) {
    throw new ConfigError([`${setting} is not a search filter: ${(error as Error).message}`]);
  }
}
