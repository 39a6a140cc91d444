import { InvalidSetting } from './readers.js';
import type { Setting } from './setting.js';

/** Reads every setting from the variable of its name. Adds what is wrong to `problems`. */
export function readAll(
  settings: Record<string, Setting<unknown>>,
  env: NodeJS.ProcessEnv,
  problems: string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    try {
      values[name] = setting.read(env[name] ?? '');
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      problems.push(`${name} ${error.message}`);
    }
  }
  return values;
}
