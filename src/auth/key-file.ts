import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart } from '../config/cannot-start.js';
import { ConfigError, type DatabaseConfig } from '../config/config.js';
import { makePrivateFolder, requirePrivate } from '../config/private-files.js';
import { dataFolder } from '../engines/create-engine.js';

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
  if (!existsSync(path)) return null;
  requirePrivate(path);
  const key = readFileSync(path, 'utf8').trim();
  // A restored backup may have a key that the operator has chosen.
  if (!/^.{32,1024}$/.test(key)) {
    throw new ConfigError([`The key in ${path} is damaged: put the file back from a backup`]);
  }
  return key;
}

/**
 * Creates the file atomically: it never exists without its content, and never replaces that of another instance.
 * Returns false if it exists.
 */
export function createKeyFile(path: string, key: string): boolean {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, key, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}

/**
 * Replaces the key, and keeps the former one in a file of its own.
 *
 * @returns false if the former one is kept already: a rotation has begun, and its new key stays
 * @throws CannotStart another process does the same
 */
export function rotateKeyFile(database: DatabaseConfig): boolean {
  const [file, previous] = [keyFileOf(database), previousKeyFileOf(database)];
  const key = storedKey(file);
  if (key === null) throw new ConfigError([`The key ${file} is missing: restore it from a backup`]);
  return alone(`${file}.lock`, () => {
    createKeyFile(previous, key);
    // After a break between the two steps, both files have the same key.
    if (storedKey(previous) !== key) return false;
    const draft = `${file}.next`;
    rmSync(draft, { force: true });
    createKeyFile(draft, newKey());
    // The service must be able to read them, also if root runs the command.
    const { uid, gid } = statSync(file);
    for (const path of [previous, draft]) chownSync(path, uid, gid);
    renameSync(draft, file);
    return true;
  });
}

function alone<Result>(lock: string, work: () => Result): Result {
  try {
    writeFileSync(lock, String(process.pid), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new CannotStart(
      `${lock} exists: another process replaces the key. If none does, remove this file.`,
    );
  }
  try {
    return work();
  } finally {
    rmSync(lock);
  }
}
