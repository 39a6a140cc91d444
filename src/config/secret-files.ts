import { readFileSync } from 'node:fs';
import { isOpenToOthers } from './private-files.js';
import { secretNames } from './setting-names.js';

/**
 * Replaces each `NAME_FILE` of a secret by `NAME` with the content of that file, without the line break at its end.
 * Adds what is wrong to `problems`. A file that others can read is only a warning: secrets of containers often have the
 * mode 444 and cannot be changed.
 */
export function readSecretFiles(
  env: NodeJS.ProcessEnv,
  problems: string[],
  warnings: string[],
): NodeJS.ProcessEnv {
  const result = { ...env };
  for (const name of secretNames) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${variable} and ${name} must not both be set`);
      continue;
    }
    try {
      const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (content === '') problems.push(`${variable} names an empty file: ${path}`);
      result[name] = content;
      if (isOpenToOthers(path))
        warnings.push(`Every account of this machine can access ${path}, which ${variable} names`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push(`${variable} names a file that cannot be read (${String(code)}): ${path}`);
    }
  }
  return result;
}
