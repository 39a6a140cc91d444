import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolConnection, ResultSetHeader } from 'mysql2';
import {
  createConnection,
  type Connection,
  type ConnectionOptions,
  type RowDataPacket,
} from 'mysql2/promise';
import type { Witness } from '../database/engine.js';
import { OutcomeUnknown } from '../database/failures.js';
import { bind, statement } from '../database/statement.js';
import { withDeadline } from '../database/with-deadline.js';
import { NOW, startAt, UPTIME } from './mysql-session.js';
import { SHOW_THREADS, type ThreadRow } from './mysql-threads.js';

/** Pause between two attempts, in milliseconds. */
const PAUSE_MS = 50;
/** A server that does not answer an attempt within this time is asked again on a new connection. */
const ATTEMPT_MS = 2_000;
const UNKNOWN_THREAD = 1094;
/** Both terms of the server's start are whole seconds, read one after the other. */
const ROUNDING_S = 2;

const INSERT = 'INSERT INTO commit_witnesses (token) VALUES (?)';
const FIND = statement('SELECT id FROM commit_witnesses WHERE id = :id AND token = :token');

/** Writes a witness of the transaction that is open on this connection. */
export async function writeWitness(connection: PoolConnection): Promise<Witness> {
  // The server can use an id again after a crash.
  const token = randomBytes(12).toString('base64url');
  const { insertId } = await new Promise<ResultSetHeader>((resolve, reject) => {
    connection.execute<ResultSetHeader>(INSERT, [token], (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
  return { query: FIND, values: { id: insertId, token } };
}

/** A connection whose last statement has no response. */
export interface LostConnection {
  threadId: number;
  /** See `mysql-session.ts`. */
  serverStart: number | undefined;
}

/** Finds out on new connections what became of a statement whose response is missing. */
export class Settlement {
  constructor(private readonly address: ConnectionOptions) {}

  /**
   * Ends the connection on the server. Returns true if its transaction was committed; false if it was not, or if there
   * is no witness to ask.
   *
   * @throws OutcomeUnknown the server could not be asked within `ms`
   */
  async isCommitted(lost: LostConnection, witness: Witness | null, ms: number): Promise<boolean> {
    const end = performance.now() + ms;
    for (let problem: unknown; ;) {
      try {
        const outcome = await this.ask(
          lost,
          witness,
          Math.min(ATTEMPT_MS, end - performance.now()),
        );
        if (outcome !== null) return outcome;
      } catch (error) {
        problem = error;
      }
      if (performance.now() + PAUSE_MS > end) throw new OutcomeUnknown(problem);
      await delay(PAUSE_MS);
    }
  }

  /** Null while the connection has not ended. */
  private async ask(
    lost: LostConnection,
    witness: Witness | null,
    ms: number,
  ): Promise<boolean | null> {
    const connecting = createConnection({ ...this.address, connectTimeout: ms });
    try {
      return await withDeadline(
        ms,
        connecting.then(async (connection) => {
          if (!(await hasEnded(connection, lost))) return null;
          return witness !== null && (await exists(connection, witness));
        }),
      );
    } finally {
      void connecting.then(
        (connection) => {
          connection.destroy();
        },
        () => undefined,
      );
    }
  }
}

/** True when the server has no such connection any more, so that nothing can be committed on it. */
async function hasEnded(
  connection: Connection,
  { threadId, serverStart }: LostConnection,
): Promise<boolean> {
  const [[before]] = await connection.query<RowDataPacket[]>(NOW);
  const [[uptime]] = await connection.query<RowDataPacket[]>(UPTIME);
  const [[after]] = await connection.query<RowDataPacket[]>(NOW);
  const start = startAt(before?.['now'], uptime?.['Value'], after?.['now']);
  if (start === undefined) return false;
  // The server has restarted since, and the number may belong to another connection.
  if (serverStart !== undefined && Math.abs(start - serverStart) > ROUNDING_S) return true;
  await connection.query(`KILL ${threadId}`).catch((error: unknown) => {
    if ((error as { errno?: number }).errno !== UNKNOWN_THREAD) throw error;
  });
  const [threads] = await connection.query<ThreadRow[]>(SHOW_THREADS);
  return threads.every(({ Id }) => Id !== threadId);
}

async function exists(connection: Connection, { query, values }: Witness): Promise<boolean> {
  const { text, names } = query.onServer ?? query;
  const bound = bind({ text, names }, values);
  const [rows] = await connection.execute<RowDataPacket[]>(text, bound);
  return rows.length > 0;
}
