import { ConfigError, readConfig, type Config } from './config.js';
import type { DirectorySettingName } from './directory-settings.js';
import { allSettings } from './setting-names.js';
import type { SettingName } from './settings.js';

/** The settings of docs/configuration.md by name. Numbers and booleans need not be strings. */
export type Settings = Partial<
  Record<SettingName | DirectorySettingName, string | number | boolean>
>;

/**
 * Builds the configuration from settings given in code. Does not read the environment.
 *
 * @throws ConfigError with all problems found
 */
export function readSettings(given: Settings): Config {
  const unknown = Object.keys(given).filter((name) => !allSettings.has(name));
  if (unknown.length > 0) throw new ConfigError(unknown.map((name) => `${name} is not a setting`));
  const texts = Object.entries(given).map(([name, value]) => [name, textOf(value)]);
  return readConfig(Object.fromEntries(texts) as Record<string, string>);
}

const textOf = (value: string | number | boolean | undefined): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');
