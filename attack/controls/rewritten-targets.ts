/** A service that repairs request targets, as a lenient proxy in front of it would. */
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const { createServer } = http;

http.createServer = ((options: http.ServerOptions, listener: http.RequestListener) =>
  createServer(options, (request, response) => {
    const path = (request.url ?? '').replace(/^\w+:\/\/[^/]*/, '').replace(/#.*$/, '');
    request.url = path.startsWith('/') ? path : `/${path}`;
    listener(request, response);
  })) as typeof createServer;
syncBuiltinESMExports();
