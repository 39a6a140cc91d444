import { DamagedSource } from '../../database/engines/copy/damaged-source.js';
import type { CopiedTable } from '../../database/engines/copy/snapshot.js';

/**
 * A backup is a gzip file of JSON lines: a header, then each table (a line with its name, a line for each row, a line
 * with count and checksum), and a line at the end. docs/operating.md describes it.
 */
export const FORMAT = 1;
/** The characters of a line. The largest rows have about a third: texts of 1,000,000 characters, escaped twice. */
export const MAX_LINE = 32_000_000;

export interface Header {
  forgenote_backup: typeof FORMAT;
  /** The version of the program that wrote it. */
  version: string;
  /** ISO 8601. */
  created_at: string;
  migrations: string[];
  tables: CopiedTable[];
}

export interface TableStart {
  table: string;
}

export interface TableEnd {
  rows: number;
  /** Of `RowChecksum`. */
  checksum: string;
}

export interface End {
  end: true;
  rows: number;
  /** SHA-256 of all bytes before this line, in hex. */
  sha256: string;
}

/** The file is not a backup, or was changed, or its end is missing. */
export class DamagedBackup extends DamagedSource {
  constructor(file: string, problem: string) {
    super(`${file} is not a complete backup (${problem}): nothing was restored. Use another one.`);
  }
}
