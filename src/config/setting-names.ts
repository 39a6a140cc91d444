import { DIRECTORY_PREFIXES, directorySettings } from './directory-settings.js';
import type { Setting } from './setting.js';
import { settings } from './settings.js';

/** Every setting by the name of its variable. */
export const allSettings: ReadonlyMap<string, Setting<unknown>> = new Map([
  ...Object.entries<Setting<unknown>>(settings),
  ...DIRECTORY_PREFIXES.flatMap((prefix) =>
    Object.entries<Setting<unknown>>(directorySettings).map(
      ([name, setting]) => [prefix + name, setting] as const,
    ),
  ),
]);

/** The secrets: each can also be given by a file that its `NAME_FILE` names. */
export const secretNames: readonly string[] = [...allSettings]
  .filter(([, { isSecret }]) => isSecret)
  .map(([name]) => name);
