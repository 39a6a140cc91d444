import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.js';

/** Merges `.env`, if there is one, with the environment. Environment variables win. */
export function loadEnvironment(file = '.env'): NodeJS.ProcessEnv {
  return { ...fromFile(file), ...process.env };
}

function fromFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new ConfigError([
      `${file} cannot be read (${String(code)}); make it readable or remove it`,
    ]);
  }
}
