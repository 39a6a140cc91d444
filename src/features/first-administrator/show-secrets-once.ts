import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../../base/config/config.js';
import { makePrivateFolder } from '../../base/config/private-files.js';

/** In the folder of the data. */
export const SECRETS_FILE = 'first-administrator.txt';

/** Starts the line with the token in that file. */
export const TOKEN_LABEL = 'Private token: ';

/** Where the service writes a line for its operator. Only a terminal may get secrets: the log must not have them. */
export interface Output {
  isTerminal: boolean;
  write(line: string): void;
}

export const STANDARD_ERROR: Output = {
  get isTerminal() {
    return process.stderr.isTTY;
  },
  write: (line) => {
    process.stderr.write(`${line}\n`);
  },
};

interface FirstStart {
  /** False if another instance inserted the user. */
  insert: () => Promise<boolean>;
  /** Whether another instance has inserted the user. */
  isCreated: () => Promise<boolean>;
  output: Output;
}

/**
 * Inserts the user and shows generated secrets on the terminal. Without a terminal, writes them to a file that only its
 * owner can read. The file is written before the user is inserted: if writing fails, no user with unknown secrets
 * exists. Shows nothing if another instance inserts the user.
 *
 * @returns where the secrets are, to complete a sentence; null if another instance inserted the user
 * @throws ConfigError there is a file already. It is never overwritten.
 */
export async function showSecretsOnce(
  lines: string[],
  folder: string,
  { insert, isCreated, output }: FirstStart,
): Promise<string | null> {
  if (output.isTerminal) {
    if (!(await insert())) return null;
    output.write(`${lines.join('\n')}\nThis is shown once.`);
    return 'shown above';
  }
  const absolute = resolve(folder);
  makePrivateFolder(absolute);
  const path = join(absolute, SECRETS_FILE);
  if (existsSync(path)) {
    // An instance that starts at the same time writes the file after it has inserted the user.
    if (await isCreated()) return null;
    throw new ConfigError([
      `${path} exists, but this database has no users, so its secrets belong to another database: ` +
        'move the file away, or set ADMIN_PASSWORD and ADMIN_TOKEN',
    ]);
  }
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  let keepsDraft = false;
  try {
    if (!(await insert())) return null;
    // A link and not a rename: if a file has appeared meanwhile, it stays, and the secrets are in the draft.
    const place = tryLink(draft, path) ? path : draft;
    keepsDraft = place === draft;
    output.write(`The secrets of the first administrator are in ${place}`);
    return `in ${place}`;
  } finally {
    if (!keepsDraft) rmSync(draft, { force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    // It exists, or the file system has no links.
    return false;
  }
}

/** The token in a file that `showSecretsOnce` wrote. Null if there is none, or this account cannot read it. */
export function storedToken(path: string): string | null {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.find((line) => line.startsWith(TOKEN_LABEL))?.slice(TOKEN_LABEL.length) ?? null;
  } catch {
    return null;
  }
}
