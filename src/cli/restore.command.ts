import { rmSync } from 'node:fs';
import { recordOnEngine } from '../audit/record-on-engine.js';
import { createKeyFile, keyFileOf, storedKey } from '../auth/key-file.js';
import { DamagedBackup, type Header } from '../backup/backup-format.js';
import { describeFindings, findingsData } from '../backup/copy-findings.js';
import { copyInto, type CopyHooks, type CopyResult } from '../backup/copy-into.js';
import { unlockKey } from '../backup/locked-key.js';
import { BackupReader } from '../backup/read-backup.js';
import { CannotStart } from '../config/cannot-start.js';
import { ConfigError, readConfig, type Config } from '../config/config.js';
import { loadEnvironment } from '../config/environment.js';
import { EXIT_CODES } from '../config/exit-code.js';
import { connectionProblem } from '../engines/connection-problem.js';
import { DamagedSource } from '../engines/copy/damaged-source.js';
import { SchemaMismatch } from '../engines/copy/match-schema.js';
import type { Schema } from '../engines/schema.js';
import { limitHeap } from './limit-heap.js';
import { Operator } from './operator.js';
import { secondsSince, showRows } from './progress.js';
import { readSecret } from './read-secret.js';

export interface RestoreFlags {
  passphraseFile?: string;
  json?: boolean;
}

/** Fills the empty database of the settings from a backup. Returns the exit code. */
export async function restore(schema: Schema, file: string, flags: RestoreFlags): Promise<number> {
  limitHeap();
  const config = readConfig(loadEnvironment());
  const { database } = config;
  const reader = new BackupReader(file);
  const progress = showRows();
  const started = performance.now();
  try {
    const header = await reader.header();
    const key = keepKey(config, header, flags);
    const source = {
      ...header,
      rows: reader.table.bind(reader),
      end: reader.end.bind(reader),
    };
    const hooks: CopyHooks = {
      onProgress: progress.show,
      onLastStep: () => {
        progress.begin('completing the new database');
      },
      record: (engine, rows) =>
        recordOnEngine(engine, new Operator(), 'database.restored', {
          ...{ rows, backup_created_at: header.created_at },
        }),
    };
    const result = await copyInto(database, schema, source, hooks)
      .finally(progress.end)
      .catch(async (error: unknown) => {
        if (key.isNew) rmSync(key.file);
        if (error instanceof SchemaMismatch) throw new DamagedBackup(file, error.problem);
        throw await connectionProblem(error, database);
      });
    report(result, { header, key: key.text, started, json: flags.json ?? false });
    return 0;
  } catch (error) {
    if (!(error instanceof DamagedSource)) throw error;
    console.error(error.message);
    return EXIT_CODES.data;
  }
}

interface KeptKey {
  /** For the operator. */
  text: string;
  file: string;
  /** The file was created. */
  isNew: boolean;
}

/** Unpacks the key of the backup into its file, before the rows: a restore that is broken off can then be repeated. */
function keepKey(config: Config, { key }: Header, { passphraseFile }: RestoreFlags): KeptKey {
  const file = keyFileOf(config.database);
  const none = (text: string): KeptKey => ({ text, file, isNew: false });
  if (!key && passphraseFile !== undefined)
    throw new ConfigError(['This backup has no key: leave out --passphrase-file']);
  if (!key) return none('Before the start, put the secret key of that time in its place.');
  if (passphraseFile === undefined)
    return none('The secret key in the backup was not unpacked: that needs --passphrase-file.');
  const opened = unlockKey(key, readSecret(passphraseFile));
  if (config.secretKey === opened) return none('SECRET_KEY is the key of the backup.');
  const present = storedKey(file);
  if (present !== null && present !== opened)
    throw new CannotStart(
      `${file} has another key than the backup: move that file away, and run this again.`,
    );
  const isNew = createKeyFile(file, opened);
  const place = `The secret key is in ${file}.`;
  if (config.secretKey === null) return { text: place, file, isNew };
  return {
    text: `${place} SECRET_KEY is another one: set SECRET_KEY_FILE to this file instead.`,
    file,
    isNew,
  };
}

function report(
  { rows, tables, findings }: CopyResult,
  shown: { header: Header; key: string; started: number; json: boolean },
): void {
  const { header, key, started, json } = shown;
  const seconds = secondsSince(started);
  if (json) {
    const data = { rows, tables, seconds, created_at: header.created_at, key };
    console.log(JSON.stringify({ ...data, ...findingsData(findings) }));
    return;
  }
  console.log(
    `Restored and compared ${rows} rows of ${header.created_at} in ${seconds} s. ${key}${describeFindings(findings)}`,
  );
}
