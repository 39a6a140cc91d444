import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

/** An empty database of its own for whoever asks. */
export interface FreshDatabase {
  /** As DATABASE_URL takes it. */
  url: string;
  drop(): Promise<void>;
}

/** The engine TEST_DATABASE names: the embedded one, or `mariadb` at TEST_MARIADB_URL. */
export const ENGINE_UNDER_TEST = process.env['TEST_DATABASE'] === 'mariadb' ? 'mariadb' : 'sqlite';

export function freshDatabase(): Promise<FreshDatabase> {
  return ENGINE_UNDER_TEST === 'mariadb' ? freshOnServer() : freshFile();
}

/** On the embedded engine, whichever is under test. */
export async function freshFile(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'forgenote-test-'));
  return {
    url: `sqlite:${join(folder, 'forgenote.sqlite')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function freshOnServer(): Promise<FreshDatabase> {
  const server = process.env['TEST_MARIADB_URL'] ?? 'mariadb://root@127.0.0.1:3306';
  const name = `forgenote_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  return {
    url: new URL(`/${name}`, server).href,
    drop: () => onServer(server, `DROP DATABASE ${name}`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const connection = await createConnection(url);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
