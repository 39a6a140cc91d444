import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Store } from './store.js';

export class SqliteStore implements Store {
  readonly url: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'forgenote-bench-'));
  private connection?: InstanceType<typeof DatabaseSync>;

  constructor() {
    this.url = `sqlite:${join(this.folder, 'bench.sqlite')}`;
  }

  version(): Promise<string> {
    const row: unknown = this.open().prepare('SELECT sqlite_version() AS version').get();
    return Promise.resolve(`SQLite ${(row as { version: string }).version}`);
  }

  run(sql: string): Promise<void> {
    this.open().exec(sql);
    return Promise.resolve();
  }

  count(table: string): Promise<number> {
    const row: unknown = this.open().prepare(`SELECT COUNT(*) AS count FROM ${table}`).get();
    return Promise.resolve((row as { count: number }).count);
  }

  bytes(): Promise<number> {
    return Promise.resolve(statSync(this.url.slice('sqlite:'.length)).size);
  }

  settle(): Promise<void> {
    this.open().exec('PRAGMA wal_checkpoint(TRUNCATE)');
    // An open writer would prevent the servers from resetting the WAL file.
    this.connection?.close();
    delete this.connection;
    return Promise.resolve();
  }

  statements(): Promise<null> {
    return Promise.resolve(null);
  }

  drop(): Promise<void> {
    this.connection?.close();
    rmSync(this.folder, { recursive: true, force: true });
    return Promise.resolve();
  }

  private open(): InstanceType<typeof DatabaseSync> {
    if (!this.connection) {
      this.connection = new DatabaseSync(this.url.slice('sqlite:'.length));
      this.connection.function('sha2', (text: string, _bits: number) =>
        createHash('sha256').update(text).digest('hex'),
      );
      // No durability needed: an interrupted run deletes its database.
      this.connection.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;');
      this.connection.exec('PRAGMA cache_size = -200000');
    }
    return this.connection;
  }
}
