import { createPool, type Pool, type PoolConnection, type RowDataPacket } from 'mysql2';
import { connectionOptions } from '../../src/engines/mysql-connection.js';
import { lost } from '../../src/engines/mysql-execute.js';
import { prepareSessions } from '../../src/engines/mysql-session.js';
import { Settlement } from '../../src/engines/mysql-settlement.js';
import { readConfig } from '../../src/config/config.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

let database: FreshDatabase;
let settlement: Settlement;
let pool: Pool;
beforeEach(async () => {
  database = await freshDatabase();
  const config = readConfig({ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(40) });
  const options = connectionOptions(config.database as Parameters<typeof connectionOptions>[0]);
  settlement = new Settlement(options);
  pool = createPool(options);
  prepareSessions(pool);
});
afterEach(async () => {
  await new Promise((resolve) => {
    pool.end(resolve);
  });
  await database.drop();
});

const borrow = () =>
  new Promise<PoolConnection>((resolve, reject) => {
    pool.getConnection((error, connection) => {
      if (error) reject(error);
      else resolve(connection);
    });
  });
const send = (connection: PoolConnection, text: string) =>
  new Promise<RowDataPacket[]>((resolve, reject) => {
    connection.query<RowDataPacket[]>(text, (error, rows) => {
      if (error) reject(error);
      else resolve(rows);
    });
  });

describe('a connection whose first statement took long', () => {
  it('is ended before its transaction counts as not committed', async () => {
    const connection = await borrow();
    connection.on('error', () => undefined);
    await send(connection, 'SELECT SLEEP(3.5)');
    await send(connection, 'CREATE TABLE rows_of_test (id INT PRIMARY KEY)');
    await send(connection, 'START TRANSACTION');
    await send(connection, 'INSERT INTO rows_of_test VALUES (1)');
    expect(await settlement.isCommitted(lost(connection), null, 5_000)).toBe(false);
    // The COMMIT that was on its way comes too late.
    await expect(send(connection, 'COMMIT')).rejects.toThrow();
    connection.destroy();
    const other = await borrow();
    expect(await send(other, 'SELECT id FROM rows_of_test')).toEqual([]);
    other.release();
  });
});
