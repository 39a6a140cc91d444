import type { Socket } from 'node:net';
import type { ConnectionOptions, PoolConnection, SslOptions } from 'mysql2';
import type { DatabaseConfig } from '../../base/config/config.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** A server in DATABASE_URL. */
export type ServerConfig = Extract<DatabaseConfig, { kind: 'mysql' }>;

const CONNECT_MS = 5_000;

/** Where the server is, for the operator. */
export const serverPlace = ({ host, port, socketPath }: ServerConfig): string =>
  socketPath ?? `${host}:${port}`;

/** The options of every connection to the server, for the driver. */
export function connectionOptions(server: ServerConfig) {
  const { host, port, user, password, database, socketPath, connectTimeoutMs } = server;
  return {
    ...{ host, port, user, password, database },
    ...(socketPath === undefined ? {} : { socketPath }),
    ...sslOptions(server),
    charset: 'utf8mb4',
    timezone: 'Z',
    // Every number here stays below 2^53, and parsing without this check is faster.
    supportBigNumbers: false,
    bigNumberStrings: false,
    connectTimeout: connectTimeoutMs ?? CONNECT_MS,
    // A stack trace for each TypeORM statement would cost 15 µs and point into TypeORM.
    trace: false,
  } satisfies ConnectionOptions;
}

/** Closes the socket too: `destroy` alone waits for a server that may be silent, and pending callers with it. */
export function destroy(connection: PoolConnection): void {
  connection.destroy();
  const { stream } = connection as unknown as { stream: Socket };
  stream.destroy(new LoggableError('the connection was given up'));
}

function sslOptions({ tls, ca }: ServerConfig): { ssl?: SslOptions } {
  if (tls === undefined) return {};
  return {
    ssl: {
      rejectUnauthorized: tls !== 'REQUIRED',
      // The driver's default is false: it would accept the certificate of another host.
      verifyIdentity: tls === 'VERIFY_IDENTITY',
      ...(ca === null ? {} : { ca }),
    },
  };
}
