import { ConfigError, type Config, type DirectoryConfig } from '../../base/config/config.js';

/** The directory that a command works on. @throws ConfigError none is configured */
export function requireDirectory({ directory }: Config): DirectoryConfig {
  if (directory) return directory;
  throw new ConfigError(['No directory is configured: set LDAP_URL and LDAP_BASE.']);
}
