import { closeSync, openSync, readSync } from 'node:fs';
import type { SqliteConnection } from './sqlite-connection.js';

/** Formats of https://www.sqlite.org/fileformat2.html. */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const SALTS = 8;
/** The page with this byte holds the locks. It is never written. */
const LOCK_BYTE = 0x40000000;

/**
 * True if the main file lacks pages that are not in the log either. Needs an open write transaction that has not written
 * yet: other processes then add no pages and do not restart the log.
 */
export function isTruncated(connection: SqliteConnection, path: string, size: number): boolean {
  const pageSize = numberOf(connection, 'page_size');
  const pages = numberOf(connection, 'page_count');
  const missing = new Set<number>();
  for (let page = Math.floor(size / pageSize) + 1; page <= pages; page++) missing.add(page);
  missing.delete(Math.floor(LOCK_BYTE / pageSize) + 1);
  if (missing.size > 0) deletePagesOfLog(missing, `${path}-wal`, pageSize);
  return missing.size > 0;
}

/** SQLite has no file locks on the log, so closing it here drops none. */
function deletePagesOfLog(missing: Set<number>, log: string, pageSize: number): void {
  const file = openSync(log, 'r');
  try {
    const header = Buffer.alloc(LOG_HEADER);
    if (readSync(file, header, 0, LOG_HEADER, 0) < LOG_HEADER) return;
    const salts = header.subarray(16, 16 + SALTS);
    const frame = Buffer.alloc(FRAME_HEADER);
    for (let at = LOG_HEADER; missing.size > 0; at += FRAME_HEADER + pageSize) {
      const isWhole = readSync(file, frame, 0, FRAME_HEADER, at) === FRAME_HEADER;
      // Frames with other salts are left over from before the log was restarted.
      if (!isWhole || !frame.subarray(8, 8 + SALTS).equals(salts)) return;
      missing.delete(frame.readUInt32BE(0));
    }
  } finally {
    closeSync(file);
  }
}

const numberOf = (connection: SqliteConnection, pragma: string): number =>
  Number(Object.values(connection.fixed(`PRAGMA ${pragma}`).get() as object)[0]);
