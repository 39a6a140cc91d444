import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makePrivateFolder } from '../config/private-files.js';

/** In the folder of the data. */
export const SECRETS_FILE = 'first-administrator.txt';

/**
 * Shows generated secrets on the terminal. Without a terminal, writes them to a file that only its owner can read.
 * The file is written before the user is inserted: if writing fails, no user with unknown secrets exists.
 *
 * @param insert returns false if another instance inserted the user; nothing is shown then
 */
export async function showSecretsOnce(
  lines: string[],
  folder: string,
  insert: () => Promise<boolean>,
): Promise<void> {
  if (process.stderr.isTTY) {
    if (await insert()) process.stderr.write(`${lines.join('\n')}\nThis is shown once.\n`);
    return;
  }
  const absolute = resolve(folder);
  makePrivateFolder(absolute);
  const path = join(absolute, SECRETS_FILE);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    if (!(await insert())) return;
    renameSync(draft, path);
    process.stderr.write(`The secrets of the first administrator are in ${path}\n`);
  } finally {
    rmSync(draft, { force: true });
  }
}
