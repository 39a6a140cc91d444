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
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { CannotStart } from '../config/cannot-start.js';
import { ConfigError, type DatabaseConfig } from '../config/config.js';
import { makePrivateFolder, requirePrivate } from '../config/private-files.js';
import { readSecretFile, UnusableSecretFile } from '../config/secret-file.js';
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
  const key = lineIn(path).trim();
  // A restored backup may have a key that the operator has chosen.
  if (!/^.{32,1024}$/u.test(key)) throw damaged(path, 'has no key');
  return key;
}

function lineIn(path: string): string {
  try {
    return readSecretFile(path);
  } catch (error) {
    throw error instanceof UnusableSecretFile ? damaged(path, error.message) : error;
  }
}

const damaged = (path: string, problem: string) =>
  new ConfigError([
    `The key in ${path} is damaged: the file ${problem}. Put it back from a backup`,
  ]);

/**
 * Creates the file atomically: it never exists without its content, and never replaces that of another instance.
 * Returns false if it exists.
 *
 * @throws CannotStart the file or its folder cannot be written
 */
export const createKeyFile = (path: string, key: string): boolean =>
  explained(path, () => createFile(path, key));

function createFile(path: string, content: string): boolean {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    // A full disk leaves it empty.
    rmSync(draft, { force: true });
  }
}

/**
 * Replaces the key, and keeps the former one in a file of its own.
 *
 * @returns false if the former one is kept already: a rotation has begun, and its new key stays
 * @throws CannotStart another process does the same, or the folder cannot be written: the next run begins or continues
 */
export function rotateKeyFile(database: DatabaseConfig): boolean {
  const [file, previous] = [keyFileOf(database), previousKeyFileOf(database)];
  return explained(file, () =>
    withLockFile(`${file}.lock`, () => {
      const key = storedKey(file);
      if (key === null)
        throw new ConfigError([`The key ${file} is missing: restore it from a backup`]);
      createFile(previous, key);
      // After a break between the two steps, both files have the same key.
      if (storedKey(previous) !== key) return false;
      const draft = `${file}.next`;
      rmSync(draft, { force: true });
      createFile(draft, newKey());
      // The service must be able to read them, also if root runs the command.
      const { uid, gid } = statSync(file);
      for (const path of [previous, draft]) chownSync(path, uid, gid);
      renameSync(draft, file);
      return true;
    }),
  );
}

/** @throws CannotStart a system call fails, as on a full disk or in a folder that can only be read */
function explained<Result>(file: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CannotStart(
      `The secret key cannot be written to ${file} (${String(code)}): make its folder writable, and see that it has free space.`,
    );
  }
}

function withLockFile<Result>(lock: string, work: () => Result): Result {
  if (!createFile(lock, `${process.pid} ${hostname()}`)) {
    if (isOwned(lock))
      throw new CannotStart(
        `${lock} exists: another process replaces the key. If none does, remove this file.`,
      );
    rmSync(lock, { force: true });
    return withLockFile(lock, work);
  }
  try {
    return work();
  } finally {
    rmSync(lock);
  }
}

/** False if the process that made the lock has ended without removing it. */
function isOwned(lock: string): boolean {
  const [pid = '', host] = readFileSync(lock, 'utf8').split(' ');
  if (pid === '') return false;
  // Ids of another machine or container say nothing here.
  if (host !== hostname()) return true;
  // The same id is that of a former process, as in a container that was started again.
  if (pid === String(process.pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
