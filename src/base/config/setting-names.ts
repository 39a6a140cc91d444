import { directorySettings } from './directory-settings.js';
import type { Setting } from './setting.js';
import { settings } from './settings.js';

/** Every setting by the name of its variable. */
export const allSettings: ReadonlyMap<string, Setting<unknown>> = new Map([
  ...Object.entries<Setting<unknown>>(settings),
  ...Object.entries<Setting<unknown>>(directorySettings),
]);

/** The two variables of each secret: the second one names a file that has it. */
export const secretForms: readonly (readonly [name: string, file: string])[] = [...allSettings]
  .filter(([, { isSecret }]) => isSecret)
  .map(([name]) => [name, `${name}_FILE`]);
