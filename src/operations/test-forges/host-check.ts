import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { isOwn } from '../../http/server/request-checks.js';
import type { PublicUrl } from '../../http/routing/public-url.js';

/**
 * Refuses requests whose Host is not that of the forge, before the service reads them. A web page can let the name of its
 * own host point to 127.0.0.1, and would then be of the same origin as the forge.
 */
export function checkHost(server: Server, urls: PublicUrl): void {
  const listeners = server.rawListeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    if (namesForge(request, urls)) for (const listen of listeners) listen(request, response);
    else
      response
        .writeHead(421, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: `421 Misdirected Request - use ${urls.base}` }));
  });
}

const namesForge = ({ headers: { host = '' }, socket }: IncomingMessage, urls: PublicUrl) =>
  isOwn(`http://${host}`, socket, urls);
