/**
 * The fastest server Node and the database allow: `node:http` and prepared statements on a pool, nothing else.
 * Arguments: database URL, port, base URL of links, pool size.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { databaseAddress } from '../../src/base/config/database-address.js';
import { MariadbLimit } from './mariadb.js';
import { answer, NOT_FOUND, type Answer } from './routes.js';
import { SqliteLimit } from './sqlite.js';

const [url = '', port = '', base = '', pool = ''] = process.argv.slice(2);
const address = databaseAddress.read(url);
const database =
  address.kind === 'mysql'
    ? new MariadbLimit(address, Number(pool))
    : new SqliteLimit(address.path);

const server = createServer((request, response) => {
  const send = ({ status, body, headers }: Answer) => {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  textOf(request)
    .then((text) => answer(database, base, request, text))
    .then(send, (error: unknown) => {
      console.error(error);
      send({ ...NOT_FOUND, status: 500 });
    });
});
server.keepAliveTimeout = 65_000;
server.listen(Number(port), '127.0.0.1', () => {
  console.log('The limit listens');
});

function textOf(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET') return Promise.resolve('');
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      resolve(text);
    });
    request.on('error', reject);
  });
}
