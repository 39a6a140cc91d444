import { describeFindings, findingsData } from '../backup/copy-findings.js';
import { writeBackup } from '../backup/write-backup.js';
import { CannotStart, UsageError } from '../../base/config/cannot-start.js';
import { readConfig } from '../../base/config/config.js';
import { loadEnvironment } from '../../base/config/environment.js';
import { matchSchema } from '../../database/engines/copy/match-schema.js';
import { openSnapshot } from '../../database/engines/copy/snapshot.js';
import type { Schema } from '../../database/engines/schema.js';
import { secondsSince, showRows } from './progress.js';

export interface BackupFlags {
  json?: boolean;
}

/** Writes everything in the database to a file, while the service runs. Returns the exit code. */
export async function backup(schema: Schema, file: string, flags: BackupFlags): Promise<number> {
  requireFileName(file);
  const config = readConfig(loadEnvironment());
  const snapshot = await openSnapshot(config.database);
  const progress = showRows();
  try {
    if (snapshot.migrations.length === 0)
      throw new CannotStart('The database has no tables yet: start the service once.');
    const started = performance.now();
    const { tables, foreign } = await matchSchema(schema, snapshot);
    progress.begin('looking for references to missing rows');
    // Before the file: if the connection is lost here, no file stands under its final name.
    const findings = { foreign, broken: await snapshot.brokenReferences(tables) };
    const result = await writeBackup({ ...snapshot, tables }, file, progress.show);
    progress.end();
    const seconds = secondsSince(started);
    if (flags.json) {
      const data = { ...result, seconds, ...findingsData(findings) };
      console.log(JSON.stringify(data));
    } else
      console.log(
        `${file} has ${result.rows} rows (${megabytes(result.bytes)} MB, ${seconds} s). ` +
          'It does not have the secret key: keep that too.' +
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
