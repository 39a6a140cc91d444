import { keyFileOf, storedKey } from '../auth/key-file.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { describeFindings, findingsData } from '../backup/copy-findings.js';
import { lockKey } from '../backup/locked-key.js';
import { writeBackup, type OnProgress } from '../backup/write-backup.js';
import { CannotStart, UsageError } from '../config/cannot-start.js';
import { ConfigError, readConfig, type Config } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import { matchSchema } from '../engines/copy/match-schema.js';
import { openSnapshot, type Snapshot } from '../engines/copy/snapshot.js';
import type { Schema } from '../engines/schema.js';
import { limitHeap } from './limit-heap.js';
import { secondsSince, showRows } from './progress.js';
import { readSecret } from './read-secret.js';

export interface BackupFlags {
  withKey?: boolean;
  passphraseFile?: string;
  json?: boolean;
}

/** Writes everything in the database to a file, while the service runs. Returns the exit code. */
export async function backup(schema: Schema, file: string, flags: BackupFlags): Promise<number> {
  requireFileName(file);
  limitHeap();
  const config = readConfig(loadEnvironment());
  const passphrase = passphraseOf(flags);
  const snapshot = await openSnapshot(config.database);
  const progress = showRows();
  try {
    if (snapshot.migrations.length === 0)
      throw new CannotStart('The database has no tables yet: start the service once.');
    const started = performance.now();
    const { tables, foreign } = await matchSchema(schema, snapshot);
    const key =
      passphrase === null
        ? null
        : lockKey(await keyOf(config, snapshot, progress.show), passphrase);
    progress.begin('looking for references to missing rows');
    // Before the file: if the connection is lost here, no file stands under its final name.
    const findings = { foreign, broken: await snapshot.brokenReferences(tables) };
    const options = { onProgress: progress.show, ...(key ? { key } : {}) };
    const result = await writeBackup({ ...snapshot, tables }, file, options);
    progress.end();
    const seconds = secondsSince(started);
    if (flags.json) {
      const data = { ...result, seconds, key: key !== null, ...findingsData(findings) };
      console.log(JSON.stringify(data));
    } else
      console.log(
        `${file} has ${result.rows} rows (${megabytes(result.bytes)} MB, ${seconds} s). ` +
          (key ? 'It has the secret key too.' : 'It does not have the secret key: keep that too.') +
          describeFindings(findings),
      );
    return 0;
  } finally {
    progress.end();
    await snapshot.close();
  }
}

/**
 * Other programs write to stdout for `-`.
 *
 * @throws UsageError the text names no file
 */
export function requireFileName(file: string): void {
  if (file === '' || file === '-')
    throw new UsageError(`"${file}" is not the name of a file: name a new file`);
}

/** With one decimal, or with three where one would show nothing. */
export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 100_000 ? 3 : 1);

/** Null if the backup is to have no key. */
function passphraseOf({ withKey, passphraseFile }: BackupFlags): string | null {
  if (!withKey) {
    if (passphraseFile === undefined) return null;
    throw new UsageError('--passphrase-file needs --with-key');
  }
  if (passphraseFile === undefined)
    throw new UsageError(
      '--with-key needs --passphrase-file: the passphrase encrypts the key in the backup',
    );
  return readSecret(passphraseFile);
}

/**
 * The secret key. Read after the snapshot was opened, and compared with all tokens in it.
 *
 * @throws ConfigError the key does not decrypt all tokens of the snapshot
 */
async function keyOf(config: Config, snapshot: Snapshot, onProgress: OnProgress): Promise<string> {
  const secretKey = config.secretKey ?? storedKey(keyFileOf(config.database));
  if (secretKey === null)
    throw new ConfigError([`There is no key in ${keyFileOf(config.database)}: set SECRET_KEY`]);
  const tokens = new SealedTokens({ ...config, secretKey, secretKeyPrevious: null });
  tokens.onModuleInit();
  const users = snapshot.tables.find(({ name }) => name === 'users');
  const place = users?.columns.indexOf('token_sealed') ?? -1;
  if (!users || place < 0) return secretKey;
  let [seen, unreadable] = [0, 0];
  for await (const row of snapshot.rows(users)) {
    const sealed = String(row[place]);
    if (sealed !== '' && !tokens.canOpen(sealed)) unreadable++;
    onProgress('users, compared with the key', ++seen);
  }
  if (unreadable === 0) return secretKey;
  throw new ConfigError([
    `The key does not decrypt the private tokens of ${unreadable} users: set the right SECRET_KEY, or finish forgenote rotate-key first`,
  ]);
}
