import { ConfigError, type Config, type DirectoryConfig } from '../config/config.js';

/**
 * The directories that a command works on.
 *
 * @throws ConfigError if none is configured, or not this one
 */
export function chosenDirectories({ directories }: Config, only?: string): DirectoryConfig[] {
  if (directories.length === 0)
    throw new ConfigError(['No directory is configured: set LDAP_URL and LDAP_BASE.']);
  const chosen = directories.filter(({ provider }) => only === undefined || provider === only);
  if (chosen.length > 0) return chosen;
  const known = directories.map(({ provider }) => provider).join(', ');
  throw new ConfigError([`There is no directory ${String(only)}. Configured: ${known}.`]);
}
