import { recordOnEngine } from '../../core/audit/record-on-engine.js';
import { DamagedBackup } from '../backup/backup-format.js';
import { describeFindings, findingsData } from '../backup/copy-findings.js';
import { copyInto, type CopyHooks, type CopyResult } from '../backup/copy-into.js';
import { BackupReader } from '../backup/read-backup.js';
import { readConfig } from '../../base/config/config.js';
import { loadEnvironment } from '../../base/config/environment.js';
import { EXIT_CODES } from '../../base/config/exit-code.js';
import { connectionProblem } from '../../database/engines/connection-problem.js';
import { DamagedSource } from '../../database/engines/copy/damaged-source.js';
import { SchemaMismatch } from '../../database/engines/copy/match-schema.js';
import type { Schema } from '../../database/engines/schema.js';
import { Operator } from './operator.js';
import { secondsSince, showRows } from './progress.js';

export interface RestoreFlags {
  json?: boolean;
}

/** Fills the empty database of the settings from a backup. Returns the exit code. */
export async function restore(schema: Schema, file: string, flags: RestoreFlags): Promise<number> {
  const config = readConfig(loadEnvironment());
  const { database } = config;
  const reader = new BackupReader(file);
  const progress = showRows();
  const started = performance.now();
  try {
    const header = await reader.header();
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
        if (error instanceof SchemaMismatch) throw new DamagedBackup(file, error.problem);
        throw await connectionProblem(error, database);
      });
    const { text, data } = report(result, header.created_at, secondsSince(started));
    console.log(flags.json ? JSON.stringify(data) : text);
    return 0;
  } catch (error) {
    if (!(error instanceof DamagedSource)) throw error;
    console.error(error.message);
    return EXIT_CODES.data;
  }
}

function report({ rows, tables, findings }: CopyResult, created_at: string, seconds: number) {
  return {
    text:
      `Restored and compared ${rows} rows of ${created_at} in ${seconds} s. ` +
      `Before the start, put the secret key of that time in its place.${describeFindings(findings)}`,
    data: { rows, tables, seconds, created_at, ...findingsData(findings) },
  };
}
