/** A service with the lenient HTTP parser of Node. */
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const { createServer } = http;

http.createServer = ((options: http.ServerOptions, ...rest: never[]) =>
  createServer({ ...options, insecureHTTPParser: true }, ...rest)) as typeof createServer;
syncBuiltinESMExports();
