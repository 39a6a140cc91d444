import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { CannotStart } from '../../base/config/cannot-start.js';
import type { DatabaseConfig } from '../../base/config/config.js';
import { checkGaleraNode } from './galera.js';
import { connectionProblem } from './connection-problem.js';
import { connectionOptions, serverPlace, type ServerConfig } from './mysql-connection.js';
import { hasContent } from './open-engine.js';
import { packetWarning } from './packet-limit.js';
import { pendingMigrations, type TableReader } from './pending-migrations.js';
import { requireForgenote, requireOwnTables, SERVER_TABLES } from './require-forgenote.js';
import type { Schema } from './schema.js';
import { ReadOnlyConnection, writeObstacle } from './sqlite-connection.js';
import { requireRestored } from './unfinished-restore.js';
import { checkServerVersion } from './supported-versions.js';

export interface CheckedDatabase<Content> {
  /** What the database is, to complete a sentence. */
  state: string;
  /** The number of migrations it lacks. */
  pending: number;
  /** Null if there is no database yet. */
  content: Content | null;
}

/** Reads tables of features, which may be missing. `remark` continues the sentence "is up to date". */
type ReadContent<Content> = (reader: TableReader) => Promise<Content & { remark: string }>;

/**
 * Reads the database as a start would. Creates and changes nothing.
 *
 * @throws CannotStart what would stop the start
 */
export async function checkDatabase<Content>(
  database: DatabaseConfig,
  schema: Schema,
  readContent: ReadContent<Content>,
): Promise<CheckedDatabase<Content>> {
  const check = (reader: TableReader) => checkTables(schema, reader, readContent);
  try {
    if (database.kind === 'mysql') return await checkServer(database, check);
    if (hasContent(database.path)) return await checkFile(database.path, check);
    return {
      state: 'does not exist yet: the first start creates it',
      pending: schema.migrations.length,
      content: null,
    };
  } catch (error) {
    throw await connectionProblem(error, database);
  }
}

/** @throws CannotStart the folder, or the folder in which the start would create it, cannot be written */
export function checkFolder(folder: string): string {
  let existing = resolve(folder);
  try {
    // Not existsSync: it overlooks a link that leads nowhere.
    while (!lstatSync(existing, { throwIfNoEntry: false })) existing = dirname(existing);
    accessSync(existing, constants.W_OK | constants.X_OK);
    if (!statSync(existing).isDirectory()) throw new Error('ENOTDIR');
  } catch (error) {
    const { code = 'ENOTDIR' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new CannotStart(
        `${existing} is a link to a folder that does not exist: create the folder, or remove the link.`,
      );
    throw new CannotStart(
      `${existing} cannot be written (${code}): make it a folder that this account can write.`,
    );
  }
  return existing === resolve(folder)
    ? 'can be written'
    : 'does not exist yet: the first start creates it';
}

type CheckTables<Content> = (reader: TableReader) => Promise<CheckedDatabase<Content>>;

async function checkFile<Content>(
  path: string,
  check: CheckTables<Content>,
): Promise<CheckedDatabase<Content>> {
  const connection = new ReadOnlyConnection(path);
  try {
    requireForgenote(connection, path);
    const checked = await check({
      query: <Row>(sql: string) => Promise.resolve(connection.fixed(sql).all() as Row[]),
      hasTable: (name) =>
        Promise.resolve(
          connection.fixed('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined,
        ),
    });
    const obstacle = writeObstacle(path);
    return obstacle === undefined
      ? checked
      : { ...checked, state: `${checked.state}, but can only be read (${obstacle})` };
  } finally {
    connection.close();
  }
}

async function checkServer<Content>(
  server: ServerConfig,
  check: CheckTables<Content>,
): Promise<CheckedDatabase<Content>> {
  const connection = await createConnection(connectionOptions(server));
  const query = async <Row>(sql: string, values: string[] = []) =>
    (await connection.query<RowDataPacket[]>(sql, values))[0] as Row[];
  try {
    // First: a node without a majority refuses SELECT.
    const cluster = await checkGaleraNode(query);
    const [row] = await query<{ version: string }>('SELECT VERSION() AS version');
    const version = row?.version ?? '';
    const warning = checkServerVersion(version);
    const place = `The database ${server.database} on ${serverPlace(server)}`;
    requireOwnTables(await query(SERVER_TABLES), place);
    const checked = await check({
      query: (sql) => query(sql),
      hasTable: async (name) => (await query('SHOW TABLES LIKE ?', [name])).length > 0,
    });
    const answer = `answers with version ${version}, and ${checked.state}.`;
    const state = [answer, warning, await packetWarning(query), cluster].filter(Boolean).join(' ');
    return { ...checked, state };
  } finally {
    await connection.end();
  }
}

async function checkTables<Content>(
  { migrations }: Schema,
  reader: TableReader,
  readContent: ReadContent<Content>,
): Promise<CheckedDatabase<Content>> {
  await requireRestored(reader);
  const known = migrations.map(({ name }) => name);
  const pending = await pendingMigrations(reader, known);
  const content = await readContent(reader);
  const state = stateOf(pending.length, known.length, content.remark);
  return { state, pending: pending.length, content };
}

function stateOf(pending: number, known: number, remark: string): string {
  if (pending === 0) return `is up to date${remark}`;
  if (pending === known) return 'has no tables yet: the first start creates them';
  return `needs ${pending} migrations: the next start applies them`;
}
