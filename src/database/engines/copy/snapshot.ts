import type { DatabaseConfig } from '../../../base/config/config.js';
import { connectionProblem } from '../connection-problem.js';
import { MysqlSnapshot } from './mysql-snapshot.js';
import { SqliteSnapshot } from './sqlite-snapshot.js';

/** A value of a column: the schema has only integers, booleans (0 and 1) and texts. */
type Value = string | number | null;
/** The values of a row, in the order of the table's columns. */
export type Row = Value[];

export interface CopiedTable {
  name: string;
  columns: string[];
  /** The id that the next row gets, so that the copy gives no id a second time. */
  nextId: number;
}

/** Rows that refer to rows that do not exist, in spite of the foreign key. */
export interface BrokenReference {
  table: string;
  /** The table that lacks rows. */
  parent: string;
  /** How many references are broken. */
  rows: number;
}

/** Everything in a database as it was at one moment, whatever others write meanwhile. */
export interface Snapshot {
  /** The migrations that the database has, in their order. */
  readonly migrations: string[];
  /** Includes those of other programs, ordered by name. `matchSchema` separates them. */
  readonly tables: CopiedTable[];
  /** One table at a time. */
  rows(table: CopiedTable): AsyncIterable<Row>;
  /** Someone may have changed rows with foreign keys off. */
  brokenReferences(tables: CopiedTable[]): Promise<BrokenReference[]>;
  close(): Promise<void>;
}

/**
 * Reads the database and changes no row. The snapshot holds no lock that others wait for.
 *
 * @throws CannotStart the database cannot be read, also while its rows are read
 */
export async function openSnapshot(database: DatabaseConfig): Promise<Snapshot> {
  const explain = async (error: unknown): Promise<never> => {
    throw await connectionProblem(error, database);
  };
  const snapshot: Snapshot = await (
    database.kind === 'sqlite' ? SqliteSnapshot.open(database.path) : MysqlSnapshot.open(database)
  ).catch(explain);
  return {
    migrations: snapshot.migrations,
    tables: snapshot.tables,
    async *rows(table) {
      try {
        yield* snapshot.rows(table);
      } catch (error) {
        await explain(error);
      }
    },
    brokenReferences: (tables) => snapshot.brokenReferences(tables).catch(explain),
    close: () => snapshot.close(),
  };
}
