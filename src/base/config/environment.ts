import { parseEnv } from 'node:util';
import { ConfigError } from './config.js';
import { problemsInLines } from './environment-lines.js';
import { secretForms } from './setting-names.js';
import { readTextFile, UnusableFile } from './text-file.js';

/**
 * Merges `.env`, if there is one, with the environment. The environment wins: see `overridden`.
 *
 * @throws ConfigError the file cannot be read, or has lines that set nothing or a misspelt setting
 */
export function loadEnvironment(file = '.env'): NodeJS.ProcessEnv {
  return overridden(fromFile(file), process.env);
}

/**
 * `over` wins. For a secret, `NAME` or `NAME_FILE` in `over` replaces both: `DATABASE_URL=... forgenote restore` does not
 * depend on which of them the settings have.
 */
export function overridden(settings: NodeJS.Dict<string>, over: NodeJS.Dict<string>) {
  const replaced = new Set(
    secretForms.filter((forms) => forms.some((form) => over[form] !== undefined)).flat(),
  );
  const kept = Object.entries(settings).filter(([name]) => !replaced.has(name));
  return { ...Object.fromEntries(kept), ...over };
}

function fromFile(file: string): NodeJS.Dict<string> {
  const text = readText(file);
  const problems = problemsInLines(text).map(({ line, text }) => `${file}, line ${line}: ${text}`);
  if (problems.length > 0) throw new ConfigError(problems);
  return parseEnv(text);
}

function readText(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    if (error.code === 'ENOENT') return '';
    throw new ConfigError([
      `${file} ${error.message}; make it a file that can be read, with text in UTF-8, or remove it`,
    ]);
  }
}
