import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { Client } from 'ldapts';
import type { DirectoryConfig } from '../../base/config/config.js';
import { connectionLost, DirectoryUnavailable, failureKindOf } from './directory-errors.js';
import { explain } from './explain.js';
import { firstSuccess } from './first-success.js';
import { ResponseWatch } from './response-watch.js';
import type { ServerOrder } from './server-order.js';
import { LoggableError } from '../../base/log/loggable-error.js';

const PORT = 389;
const TLS_PORT = 636;
/** The longest time of a timer. */
const NEVER_MS = 2 ** 31 - 1;

/** A server of a directory, and the connection to it. */
export interface Server {
  config: DirectoryConfig;
  url: string;
  responses: ResponseWatch;
}

/**
 * Tries one server after the other, beginning with the one that answered last, until `work` succeeds. Closes all other
 * connections.
 *
 * @param headStartMs after this time the next server is tried too, and `work` runs on both
 * @throws DirectoryUnavailable
 */
export async function connect<Result>(
  config: DirectoryConfig,
  order: ServerOrder,
  work: (client: Client, server: Server) => Promise<Result>,
  headStartMs = NEVER_MS,
): Promise<Result> {
  const servers = order.current.map((url) => serverAt(config, url));
  const attempts = servers.map((server) => async () => ({
    ...{ server, result: await workOn(server, work) },
  }));
  try {
    const first = await firstSuccess(attempts, headStartMs);
    order.answered(first.server.url);
    for (const server of servers) if (server !== first.server) server.responses.abandon();
    return first.result;
  } catch (error) {
    throw noneAnswered((error as AggregateError).errors);
  }
}

const serverAt = (config: DirectoryConfig, url: string): Server => ({
  ...{ config, url, responses: new ResponseWatch() },
});

/** @throws DirectoryUnavailable */
async function workOn<Result>(
  server: Server,
  work: (client: Client, server: Server) => Promise<Result>,
): Promise<Result> {
  const client = newClient(server);
  try {
    if (server.config.startTls) await startTls(client, server);
    const result = await work(client, server);
    if (server.responses.problem) throw server.responses.problem;
    return result;
  } catch (error) {
    await disconnect(client, server);
    throw unavailable(error, server);
  }
}

/** Never throws. Sends an unbind only if it can arrive: the library would wait for its end until LDAP_TIMEOUT. */
export async function disconnect(client: Client, { responses }: Server): Promise<void> {
  if (responses.isClosed || responses.problem) responses.abandon();
  else await client.unbind().catch(() => undefined);
}

function noneAnswered(failures: unknown[]): DirectoryUnavailable {
  const message = failures.map((failure) => (failure as Error).message).join(' ');
  // A server that does not respond now may have what another one refuses.
  const isRefused = failures.every(
    (failure) => failure instanceof DirectoryUnavailable && failure.kind === 'directory',
  );
  const kind = isRefused ? 'directory' : 'unavailable';
  return new DirectoryUnavailable(message, { kind, cause: failures[0] });
}

export function unavailable(cause: unknown, server: Server): DirectoryUnavailable {
  const problem = server.responses.problem ?? cause;
  return new DirectoryUnavailable(explain(problem, server), {
    kind: failureKindOf(problem),
    cause,
  });
}

/** The library has no timeout for the handshake. */
async function startTls(client: Client, server: Server): Promise<void> {
  const { timeoutMs } = server.config;
  const over = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new LoggableError('timed out during the TLS handshake');
  });
  try {
    await Promise.race([client.startTLS(), timeout]);
  } finally {
    over.abort();
    timeout.catch(() => undefined);
  }
}

/**
 * A client that connects once. By itself the library would connect again when the server has closed the connection,
 * without a bind: a search would return what an anonymous client may see.
 */
function newClient(server: Server): Client {
  const { url, responses } = server;
  const { timeoutMs } = server.config;
  const address = addressOf(url);
  let plain: Socket | null = null;
  let isOpened = false;
  const openOnce = () => {
    if (isOpened) throw connectionLost();
    isOpened = true;
  };
  return new Client({
    ...{ url, timeout: timeoutMs, connectTimeout: timeoutMs, strictDN: false },
    createConnection: () => {
      openOnce();
      plain = responses.follow(connectTcp(address));
      return plain;
    },
    createSecureConnection: () => {
      // With StartTLS there is a connection already.
      if (plain) return responses.follow(connectTls({ ...tlsOptions(server), socket: plain }));
      openOnce();
      return responses.follow(connectTls({ ...tlsOptions(server), ...address }));
    },
  });
}

/**
 * Without `host`, Node compares the certificate with `localhost`. Without `servername`, the server does not learn which of
 * its certificates to send. TLS allows only host names there, no addresses (RFC 6066).
 */
function tlsOptions({ config: { ca }, url }: Server): ConnectionOptions {
  const { host } = addressOf(url);
  const servername = isIP(host) ? {} : { servername: host };
  return { host, ...servername, ...(ca === null ? {} : { ca }) };
}

function addressOf(url: string): { host: string; port: number } {
  const { protocol, hostname, port } = new URL(url);
  const standardPort = protocol === 'ldaps:' ? TLS_PORT : PORT;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? standardPort : Number(port),
  };
}
