import { CannotStart } from '../../base/config/cannot-start.js';
import type { DatabaseConfig } from '../../base/config/config.js';
import type { Engine } from '../../database/engine.js';
import { createTarget, type CopyTarget } from '../../database/engines/copy/copy-target.js';
import { matchSchema } from '../../database/engines/copy/match-schema.js';
import type {
  BrokenReference,
  CopiedTable,
  Row,
  Snapshot,
} from '../../database/engines/copy/snapshot.js';
import { requireReleased } from '../../database/engines/pending-migrations.js';
import type { Schema } from '../../database/engines/schema.js';
import { RowChecksum } from './checksum.js';
import type { CopyFindings } from './copy-findings.js';
import type { OnProgress } from './write-backup.js';

/** A backup, in the order in which it must be read. */
interface CopySource {
  migrations: string[];
  tables: CopiedTable[];
  /** The rows of every table must be read, also of those that are left out. */
  rows(table: CopiedTable): AsyncIterable<Row>;
  /** After the last table. */
  end(): Promise<void>;
}

/** Callbacks for the caller of `copyInto`. */
export interface CopyHooks {
  onProgress: OnProgress;
  /** Called when all rows are compared: what follows has no steps. */
  onLastStep: () => void;
  /** Records the copy in the new database, before anybody can use it. */
  record: (engine: Engine, rows: number) => Promise<void>;
}

export interface CopyResult {
  rows: number;
  tables: Record<string, number>;
  findings: CopyFindings;
}

/**
 * Copies a backup into an empty database, reads it back, and compares both row by row. The database is usable only
 * if that has succeeded; otherwise what was created is removed.
 *
 * @throws CannotStart the database is not empty, or the source is damaged or newer
 * @throws SchemaMismatch the tables of the source are not those of its migrations
 */
export async function copyInto(
  database: DatabaseConfig,
  schema: Schema,
  source: CopySource,
  { onProgress, onLastStep, record }: CopyHooks,
): Promise<CopyResult> {
  requireKnown(schema, source.migrations);
  const { tables: copied, foreign } = await matchSchema(schema, source);
  const target = await createTarget(database, schema, source.migrations);
  try {
    const checksums = await insertAll(target, source, copied, onProgress);
    const broken = await compare(target, copied, checksums, onProgress);
    onLastStep();
    const tables = Object.fromEntries([...checksums].map(([name, { rows }]) => [name, rows]));
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    await target.finish((engine) => record(engine, rows));
    return { tables, rows, findings: { foreign, broken } };
  } catch (error) {
    // If this fails too, the first failure is the reason. The next attempt removes what is left.
    await target.discard().catch(() => undefined);
    throw error;
  }
}

function requireKnown({ migrations }: Schema, given: string[]): void {
  const known = migrations.map(({ name }) => name);
  requireReleased(given, known);
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new CannotStart(
      `The data is newer than this program: it has the migrations ${unknown.join(', ')}. Use the version that wrote it, or a later one.`,
    );
  if (given.length === 0)
    throw new CannotStart('The source has no tables of Forgenote: there is nothing to copy.');
}

async function insertAll(
  target: CopyTarget,
  source: CopySource,
  copied: CopiedTable[],
  onProgress: OnProgress,
): Promise<Map<string, RowChecksum>> {
  const checksums = new Map<string, RowChecksum>();
  for (const table of source.tables) {
    const checksum = new RowChecksum();
    const rows = counted(source.rows(table), table.name, checksum, onProgress);
    if (copied.includes(table)) {
      checksums.set(table.name, checksum);
      await target.insert(table, rows);
    } else await skip(rows);
  }
  await source.end();
  return checksums;
}

async function* counted(
  rows: AsyncIterable<Row>,
  table: string,
  checksum: RowChecksum,
  onProgress: OnProgress,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    checksum.add(row);
    onProgress(table, checksum.rows);
    yield row;
  }
}

/** Reads the rows of a table that is left out. */
async function skip(rows: AsyncGenerator<Row>): Promise<void> {
  while (!(await rows.next()).done);
}

/** Reads the target as it was stored. Returns what a foreign key would have refused. */
async function compare(
  target: CopyTarget,
  tables: CopiedTable[],
  expected: Map<string, RowChecksum>,
  onProgress: OnProgress,
): Promise<BrokenReference[]> {
  const snapshot = await target.snapshot();
  try {
    for (const table of tables) {
      const { rows, value } = await checksumOf(snapshot, table, onProgress);
      const wanted = expected.get(table.name);
      if (rows !== wanted?.rows || value !== wanted.value)
        throw new CannotStart(
          `The database has not stored the rows of ${table.name} as they were: ${rows} of ${wanted?.rows ?? 0} rows. Nothing was kept.`,
        );
    }
    return await snapshot.brokenReferences(tables);
  } finally {
    await snapshot.close();
  }
}

async function checksumOf(
  snapshot: Snapshot,
  table: CopiedTable,
  onProgress: OnProgress,
): Promise<RowChecksum> {
  const checksum = new RowChecksum();
  for await (const row of snapshot.rows(table)) {
    checksum.add(row);
    onProgress(`${table.name}, compared`, checksum.rows);
  }
  return checksum;
}
