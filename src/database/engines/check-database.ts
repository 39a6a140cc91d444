import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { CannotStart } from '../../base/config/cannot-start.js';
import type { DatabaseConfig } from '../../base/config/config.js';
import { connectionProblem } from './connection-problem.js';
import { connectionOptions, serverPlace, type ServerConfig } from './mysql-connection.js';
import { hasContent } from './open-engine.js';
import { pendingMigrations, type TableReader } from './pending-migrations.js';
import { requireForgenote, requireOwnTables, SERVER_TABLES } from './require-forgenote.js';
import type { Schema } from './schema.js';
import { ReadOnlyConnection, writeObstacle } from './sqlite-connection.js';
import { requireRestored } from './unfinished-restore.js';
import { checkServerVersion } from './supported-versions.js';

export interface CheckedDatabase {
  /** What the database is, to complete a sentence. */
  state: string;
  /** An encrypted private token of the database; null if it has none. */
  sealed: string | null;
  /** The number of migrations it lacks. */
  pending: number;
  hasUsers: boolean;
}

const WAITING_MAILS = 'SELECT COUNT(*) AS mails FROM outbox_mails';
const FIRST_SEALED_TOKEN =
  "SELECT token_sealed FROM users WHERE token_sealed <> '' ORDER BY id LIMIT 1";

/**
 * Reads the database as a start would. Creates and changes nothing.
 *
 * @throws CannotStart what would stop the start
 */
export async function checkDatabase(
  database: DatabaseConfig,
  schema: Schema,
): Promise<CheckedDatabase> {
  try {
    return database.kind === 'sqlite'
      ? await checkFile(database.path, schema)
      : await checkServer(database, schema);
  } catch (error) {
    throw await connectionProblem(error, database);
  }
}

/** @throws CannotStart the folder, or the folder in which the start would create it, cannot be written */
export function checkFolder(folder: string): string {
  let existing = resolve(folder);
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    if (!statSync(existing).isDirectory()) throw new Error('ENOTDIR');
  } catch (error) {
    const { code = 'ENOTDIR' } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `${existing} cannot be written (${code}): make it a folder that this account can write.`,
    );
  }
  return existing === resolve(folder)
    ? 'can be written'
    : 'does not exist yet: the first start creates it';
}

async function checkFile(path: string, schema: Schema): Promise<CheckedDatabase> {
  if (!hasContent(path))
    return {
      state: 'does not exist yet: the first start creates it',
      sealed: null,
      pending: schema.migrations.length,
      hasUsers: false,
    };
  const connection = new ReadOnlyConnection(path);
  try {
    requireForgenote(connection, path);
    const checked = await checkTables(schema, {
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

async function checkServer(server: ServerConfig, schema: Schema): Promise<CheckedDatabase> {
  const connection = await createConnection(connectionOptions(server));
  const query = async <Row>(sql: string, values: string[] = []) =>
    (await connection.query<RowDataPacket[]>(sql, values))[0] as Row[];
  try {
    const [row] = await query<{ version: string }>('SELECT VERSION() AS version');
    const version = row?.version ?? '';
    const warning = checkServerVersion(version);
    const place = `The database ${server.database} on ${serverPlace(server)}`;
    requireOwnTables(await query(SERVER_TABLES), place);
    const checked = await checkTables(schema, {
      query: (sql) => query(sql),
      hasTable: async (name) => (await query('SHOW TABLES LIKE ?', [name])).length > 0,
    });
    const state = `answers with version ${version}, and ${checked.state}. ${warning ?? ''}`.trim();
    return { ...checked, state };
  } finally {
    await connection.end();
  }
}

async function checkTables({ migrations }: Schema, reader: TableReader): Promise<CheckedDatabase> {
  await requireRestored(reader);
  const known = migrations.map(({ name }) => name);
  const pending = await pendingMigrations(reader, known);
  const hasTable = await reader.hasTable('users');
  const [row] = hasTable ? await reader.query<{ token_sealed: string }>(FIRST_SEALED_TOKEN) : [];
  const hasUsers = hasTable && (await reader.query('SELECT id FROM users LIMIT 1')).length > 0;
  const hasOutbox = await reader.hasTable('outbox_mails');
  const [queue] = hasOutbox ? await reader.query<{ mails: number | string }>(WAITING_MAILS) : [];
  return {
    state: stateOf(pending.length, known.length, Number(queue?.mails ?? 0)),
    sealed: row?.token_sealed ?? null,
    pending: pending.length,
    hasUsers,
  };
}

function stateOf(pending: number, known: number, mails: number): string {
  if (pending === 0)
    return mails === 0
      ? 'is up to date'
      : `is up to date, with mails that are not sent yet: ${mails}`;
  if (pending === known) return 'has no tables yet: the first start creates them';
  return `needs ${pending} migrations: the next start applies them`;
}
