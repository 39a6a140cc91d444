import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { IS_SERVER, MARIADB_URL, SERVER_URL } from './environment.js';

/** Creates an empty database. */
export interface FreshDatabase {
  /** As DATABASE_URL takes it. */
  url: string;
  drop(): Promise<void>;
}

export function freshDatabase(): Promise<FreshDatabase> {
  return IS_SERVER ? freshOnServer(SERVER_URL) : freshFile();
}

/** On MariaDB, whichever engine is under test. Starts the server if that is possible. */
export function freshOnMariadb(): Promise<FreshDatabase> {
  execFileSync('sh', ['scripts/require.sh', 'mariadb'], { stdio: 'inherit' });
  return freshOnServer(MARIADB_URL);
}

/** On the embedded engine, whichever is under test. */
export async function freshFile(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'forgenote-test-'));
  return {
    url: `sqlite:${join(folder, 'forgenote.sqlite')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Tables and statements must not depend on the character set of the database. */
export const createDatabase = (name: string) => `CREATE DATABASE ${name} CHARACTER SET latin1`;

async function freshOnServer(server: string): Promise<FreshDatabase> {
  const name = `forgenote_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await onServer(server, createDatabase(name));
  return {
    url: new URL(`/${name}`, server).href,
    drop: () => onServer(server, `DROP DATABASE ${name}`),
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const connection = await createConnection(server);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
