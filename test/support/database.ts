import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { IS_SERVER, SERVER_URL } from './environment.js';

/** Creates an empty database. */
export interface FreshDatabase {
  /** As DATABASE_URL takes it. */
  url: string;
  drop(): Promise<void>;
}

export function freshDatabase(): Promise<FreshDatabase> {
  return IS_SERVER ? freshOnServer() : freshFile();
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
  const name = `forgenote_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  return {
    url: new URL(`/${name}`, SERVER_URL).href,
    drop: () => onServer(`DROP DATABASE ${name}`),
  };
}

async function onServer(statement: string): Promise<void> {
  const connection = await createConnection(SERVER_URL);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
