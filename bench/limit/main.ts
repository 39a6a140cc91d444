/**
 * What Node and the database can do at all: `node:http`, prepared statements on a pool, nothing else.
 * Started by the bench with the database, the port, the base of its links and the size of the pool.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { databaseAddress } from '../../src/config/database-address.js';
import { MariadbLimit } from './mariadb.js';
import { answer, NOTHING, type Answer } from './routes.js';
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
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  textOf(request)
    .then((text) => answer(database, base, request, text))
    .then(send, (error: unknown) => {
      console.error(error);
      send({ ...NOTHING, status: 500 });
    });
});
server.keepAliveTimeout = 65_000;
server.listen(Number(port), '127.0.0.1', () => {
  console.log('The limit listens');
});
// An exit in order, so that a profile of it is written.
process.on('SIGTERM', () => process.exit(0));

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
