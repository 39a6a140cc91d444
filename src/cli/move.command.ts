import { recordOnEngine } from '../audit/record-on-engine.js';
import { describeFindings, findingsData } from '../backup/copy-findings.js';
import { copyInto, type CopyHooks } from '../backup/copy-into.js';
import { UsageError } from '../config/cannot-start.js';
import { ConfigError, readConfig, type DatabaseConfig } from '../config/config.js';
import { certificates } from '../config/certificates.js';
import { databaseAddress } from '../config/database-address.js';
import { loadEnvironment } from '../config/environment.js';
import { EXIT_CODES } from '../config/exit-code.js';
import { InvalidSetting, type Reader } from '../config/readers.js';
import { connectionProblem } from '../engines/connection-problem.js';
import { DamagedSource } from '../engines/copy/damaged-source.js';
import { openSnapshot, type Snapshot } from '../engines/copy/snapshot.js';
import { sourceChanged, sourceInUse } from '../engines/copy/source-in-use.js';
import type { Schema } from '../engines/schema.js';
import { limitHeap } from './limit-heap.js';
import { Operator } from './operator.js';
import { secondsSince, showRows } from './progress.js';
import { readSecret } from './read-secret.js';

export interface MoveFlags {
  from?: string;
  to?: string;
  toFile?: string;
  json?: boolean;
}

/**
 * Copies a database into an empty one, of the same or another kind, and compares both. Refuses while a service uses the
 * source, whose later writes would be lost. Returns the exit code.
 */
export async function move(schema: Schema, flags: MoveFlags): Promise<number> {
  limitHeap();
  const [source, target] = addresses(flags);
  await requireUnused(source);
  const snapshot = await openSnapshot(source, { noticesChanges: true });
  const progress = showRows();
  const started = performance.now();
  try {
    const rows = snapshot.rows.bind(snapshot);
    const { migrations, tables } = snapshot;
    const hooks: CopyHooks = {
      onProgress: progress.show,
      onLastStep: () => {
        progress.begin('completing the new database');
      },
      record: async (engine, count) => {
        // As late as possible: nothing notices writes after this check.
        await requireUnchanged(snapshot, source);
        await recordOnEngine(engine, new Operator(), 'database.moved', {
          ...{ rows: count, from: source.kind },
        });
      },
    };
    const copied = { migrations, tables, rows, isSequential: false };
    const { findings, ...result } = await copyInto(target, schema, copied, hooks)
      .finally(progress.end)
      .catch(async (error: unknown) => {
        // The snapshot has explained what failed in the source.
        throw await connectionProblem(error, target);
      });
    const seconds = secondsSince(started);
    if (flags.json) console.log(JSON.stringify({ ...result, seconds, ...findingsData(findings) }));
    else
      console.log(
        `Moved and compared ${result.rows} rows in ${seconds} s. Set DATABASE_URL to the new database, and keep the secret key. ` +
          `The old database still has all its rows.${describeFindings(findings)}`,
      );
    return 0;
  } catch (error) {
    if (!(error instanceof DamagedSource)) throw error;
    console.error(error.message);
    return EXIT_CODES.data;
  } finally {
    await snapshot.close();
  }
}

/**
 * The source and the target. `--to-file` keeps a password out of the command line, which every account of the machine
 * can see.
 */
function addresses({ from, to, toFile }: MoveFlags): [DatabaseConfig, DatabaseConfig] {
  const env = loadEnvironment();
  const target = toFile === undefined ? to : readSecret(toFile);
  if (target === undefined) throw new UsageError('--to or --to-file is missing');
  const ca = env['DATABASE_CA']
    ? readSetting('DATABASE_CA', certificates, env['DATABASE_CA'])
    : null;
  const read = (option: string, text: string): DatabaseConfig => ({
    ...readSetting(option, databaseAddress, text),
    pool: 2,
    ca,
    option,
  });
  // Without DATABASE_CA: it may be that of the target alone.
  const source =
    from === undefined
      ? { ...readConfig({ ...env, DATABASE_CA: '' }).database, pool: 2, ca }
      : read('--from', from);
  return [source, read(toFile === undefined ? '--to' : '--to-file', target)];
}

function readSetting<T>(option: string, reader: Reader<T>, text: string): T {
  try {
    return reader.read(text);
  } catch (error) {
    if (error instanceof InvalidSetting) throw new ConfigError([`${option} ${error.message}`]);
    throw error;
  }
}

async function requireUnused(database: DatabaseConfig): Promise<void> {
  const snapshot = await openSnapshot(database);
  try {
    if (await snapshot.isInUse()) throw sourceInUse(database);
  } finally {
    await snapshot.close();
  }
}

/** A service may have started since the copy began, or a command may have run and ended. */
async function requireUnchanged(snapshot: Snapshot, database: DatabaseConfig): Promise<void> {
  if (await snapshot.isInUse()) throw sourceInUse(database);
  if (await snapshot.isOutdated()) throw sourceChanged(database);
}
