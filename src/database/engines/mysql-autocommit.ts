import type { PoolConnection } from 'mysql2';
import { destroy } from './mysql-connection.js';

const withoutAutocommit = new WeakSet<PoolConnection>();
/** Connections on which nothing has run since their last unit. */
const fromUnit = new WeakSet<PoolConnection>();

/**
 * Begins the transaction of a unit. If a unit follows a unit, autocommit is turned off and stays off, so the next one needs
 * no START TRANSACTION: one round trip less (docs/decisions/0010).
 */
export async function beginTransaction(connection: PoolConnection): Promise<void> {
  if (withoutAutocommit.has(connection)) return;
  if (fromUnit.has(connection)) {
    await send(connection, 'SET autocommit = 0');
    withoutAutocommit.add(connection);
  } else {
    await send(connection, 'START TRANSACTION');
    fromUnit.add(connection);
  }
}

/**
 * Call it before a statement outside of units: without autocommit, nobody would commit it. Returns undefined if the
 * statement does not have to wait.
 */
export function ensureAutocommit(connection: PoolConnection): Promise<void> | undefined {
  fromUnit.delete(connection);
  if (!withoutAutocommit.has(connection)) return undefined;
  return send(connection, 'SET autocommit = 1').then(() => {
    withoutAutocommit.delete(connection);
  });
}

function send(connection: PoolConnection, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(command, (error) => {
      if (!error) {
        resolve();
        return;
      }
      // The command may have taken effect, so nobody may use the connection any more.
      destroy(connection);
      reject(error);
    });
  });
}
