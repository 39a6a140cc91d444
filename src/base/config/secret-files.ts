import { isOpenToOthers } from './private-files.js';
import { readSecretFile } from './secret-file.js';
import { secretForms } from './setting-names.js';
import { UnusableFile } from './text-file.js';

/**
 * Replaces each `NAME_FILE` of a secret by `NAME` with the line in that file. Adds what is wrong to `problems`. A file
 * that others can read is only a warning: secrets of containers often have the mode 444 and cannot be changed.
 */
export function readSecretFiles(
  env: NodeJS.ProcessEnv,
  problems: string[],
  warnings: string[],
): NodeJS.ProcessEnv {
  const result = { ...env };
  for (const [name, variable] of secretForms) {
    const path = env[variable];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${variable} and ${name} must not both be set`);
      continue;
    }
    try {
      result[name] = readSecretFile(path);
      if (isOpenToOthers(path))
        warnings.push(`Every account of this machine can access ${path}, which ${variable} names`);
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      problems.push(`${variable} names a file that ${error.message}: ${path}`);
    }
  }
  return result;
}
