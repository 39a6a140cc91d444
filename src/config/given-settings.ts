import { ConfigError, readConfig, type Config } from './config.js';
import { settings, type SettingName } from './settings.js';

/** The settings of docs/configuration.md by name: as text, or a number or a truth value where that is meant. */
export type Settings = Partial<Record<SettingName, string | number | boolean>>;

/**
 * The configuration a program gives, where no environment is read.
 *
 * @throws ConfigError with everything that is wrong
 */
export function readSettings(given: Settings): Config {
  const unknown = Object.keys(given).filter((name) => !(name in settings));
  if (unknown.length > 0) throw new ConfigError(unknown.map((name) => `${name} is not a setting`));
  const texts = Object.entries(given).map(([name, value]) => [name, textOf(value)]);
  return readConfig(Object.fromEntries(texts) as Record<string, string>);
}

const textOf = (value: string | number | boolean | undefined): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? '');
