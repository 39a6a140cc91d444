import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import type { Config } from '../../base/config/config.js';

const METHODS = ['GET', 'HEAD'];

/**
 * Answers `GET /metrics` on a port of its own: it needs no token, and no client of the API reaches it.
 *
 * @throws what `listen` reports
 */
export async function serveMetrics(
  address: NonNullable<Config['metrics']>,
  collect: () => Promise<string>,
): Promise<Server> {
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics') send(response, 404, 'The metrics are at /metrics\n');
    else if (!METHODS.includes(request.method ?? ''))
      send(response, 405, 'Only GET and HEAD\n', { allow: METHODS.join(', ') });
    else
      collect().then(
        (text) => {
          send(response, 200, text);
        },
        () => {
          send(response, 500, 'The metrics cannot be collected\n');
        },
      );
  });
  // It must not keep a process alive that has nothing else to do.
  server.listen(address).unref();
  await once(server, 'listening');
  return server;
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const type = { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE };
  const length = { 'content-length': Buffer.byteLength(text) };
  // Node leaves out the text of a response to HEAD.
  response.writeHead(status, { ...type, ...length, ...headers }).end(text);
}
