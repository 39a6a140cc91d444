import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.js';
import { problemsInLines } from './environment-lines.js';

/**
 * Merges `.env`, if there is one, with the environment. Environment variables win.
 *
 * @throws ConfigError the file cannot be read, or has lines that set nothing or a misspelt setting
 */
export function loadEnvironment(file = '.env'): NodeJS.ProcessEnv {
  return { ...fromFile(file), ...process.env };
}

function fromFile(file: string): NodeJS.Dict<string> {
  const text = readText(file);
  const problems = problemsInLines(text).map(({ line, text }) => `${file}, line ${line}: ${text}`);
  if (problems.length > 0) throw new ConfigError(problems);
  return parseEnv(text);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ConfigError([
      `${file} cannot be read (${String(code)}); make it readable or remove it`,
    ]);
  }
}
