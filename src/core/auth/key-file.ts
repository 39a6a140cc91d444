import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart } from '../../base/config/cannot-start.js';
import { ConfigError, type DatabaseConfig } from '../../base/config/config.js';
import { makePrivateFolder, requirePrivate } from '../../base/config/private-files.js';
import { readSecretFile } from '../../base/config/secret-file.js';
import { UnusableFile } from '../../base/config/text-file.js';
import { dataFolder } from '../../database/engines/create-engine.js';

/** With an embedded database and without SECRET_KEY, the key is in this file next to the database. */
export const KEY_FILE = 'secret.key';

export const keyFileOf = (database: DatabaseConfig): string => join(dataFolder(database), KEY_FILE);

/** The key before the last rotation. */
export const previousKeyFileOf = (database: DatabaseConfig): string =>
  `${keyFileOf(database)}.previous`;

/** 64 hexadecimal digits. */
export const newKey = (): string => randomBytes(32).toString('hex');

/**
 * Null if there is no such file.
 *
 * @throws ConfigError the file has no key
 */
export function storedKey(path: string): string | null {
  // A link that leads nowhere counts: nothing can be created under its name.
  if (!lstatSync(path, { throwIfNoEntry: false })) return null;
  requirePrivate(path);
  const key = lineIn(path).trim();
  // A restored backup may have a key that the operator has chosen.
  if (!/^.{32,1024}$/u.test(key)) throw damaged(path, 'has no key');
  return key;
}

function lineIn(path: string): string {
  try {
    return readSecretFile(path);
  } catch (error) {
    throw error instanceof UnusableFile ? damaged(path, error.message) : error;
  }
}

const damaged = (path: string, problem: string) =>
  new ConfigError([
    `The key in ${path} is damaged: the file ${problem}. Put it back from a backup`,
  ]);

/**
 * Creates the file atomically: it never exists without its content, and never replaces that of another instance. Does
 * nothing if it exists.
 *
 * @throws CannotStart the file or its folder cannot be written
 */
export function createKeyFile(path: string, key: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    makePrivateFolder(dirname(path));
    writeFileSync(draft, key, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    throw new CannotStart(
      `The secret key cannot be written to ${path} (${String(code)}): make its folder writable, and see that it has free space.`,
    );
  } finally {
    // A full disk leaves it empty.
    rmSync(draft, { force: true });
  }
}
