import type { Cleanup } from '../bench/cleanup.js';
import type { EngineName } from '../bench/flags.js';
import type { TortureFlags } from './flags.js';
import type { Stage } from './stage.js';

/** One kind of fault. */
export interface Part {
  name: string;
  engines: readonly EngineName[];
  /** Engines of the short form, if there are fewer. */
  shortEngines?: readonly EngineName[];
  /** File in controls/ that breaks the service. The part must notice. */
  control: string;
  /** Measures times, so that nothing else may run meanwhile. */
  alone?: boolean;
  /** Where the database is, if the part needs one of its own. */
  place?(engine: EngineName, flags: TortureFlags, cleanup: Cleanup): Promise<Place | undefined>;
  /** Runs the service under the fault. Faults that only this part looks for go to `stage.faults`. Returns figures. */
  run(stage: Stage): Promise<string>;
}

/** An empty database. */
export interface Place {
  /** In the format of DATABASE_URL. */
  url: string;
  /** URL of the database server; for SQLite the same as `url`. */
  server: string;
  /** The database server, if it belongs to this part alone. */
  own?: OwnServer;
  /** File system of the database, if it belongs to this part alone. */
  folder?: string;
}

export interface OwnServer {
  readonly isRunning: boolean;
  /** Ends the server with SIGKILL and starts it again. */
  crash(): Promise<void>;
  /** Starts the server if it has ended, as MariaDB sometimes does when its disk is full. */
  ensureRunning(): Promise<void>;
}

export const BOTH: readonly EngineName[] = ['sqlite', 'mariadb'];
