import type { PoolConnection } from 'mysql2';
import { destroy } from './mysql-connection.js';

const withoutAutocommit = new WeakSet<PoolConnection>();

export const hasAutocommit = (connection: PoolConnection): boolean =>
  !withoutAutocommit.has(connection);

/**
 * Units turn autocommit off and leave it off, so the next unit on the same connection needs no START TRANSACTION: one
 * round trip less (docs/decisions/0010). A statement outside of units needs it on: otherwise nobody would commit it.
 */
export function setAutocommit(connection: PoolConnection, isOn: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(`SET autocommit = ${isOn ? 1 : 0}`, (error) => {
      if (error) {
        // It may have taken effect, so nobody may use the connection any more.
        destroy(connection);
        reject(error);
        return;
      }
      if (isOn) withoutAutocommit.delete(connection);
      else withoutAutocommit.add(connection);
      resolve();
    });
  });
}
