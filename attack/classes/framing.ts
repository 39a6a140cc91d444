import type { AttackClass } from '../attack-class.js';
import { ADMIN } from '../../bench/seed.js';
import { statusesOf } from '../clients/raw-connection.js';
import type { Target } from '../target.js';

const HOST = 'Host: localhost\r\n';
/** A request that must never be seen: it would create a user with the rights of the one before it. */
const SMUGGLED = `GET /api/v3/user HTTP/1.1\r\n${HOST}PRIVATE-TOKEN: ${ADMIN.token}\r\n\r\n`;

/** Headers whose framing two parsers may read differently. The body of each is a request of its own. */
const FRAMINGS = [
  'Content-Length: 0\r\nTransfer-Encoding: chunked',
  `Content-Length: 5\r\nContent-Length: ${SMUGGLED.length}`,
  `Content-Length: ${SMUGGLED.length}, 0`,
  ...['+0', '-1', '0x0', '1e1', '0 0'].map((length) => `Content-Length: ${length}`),
  ...[
    'xchunked',
    'chunked, identity',
    'identity',
    'chunked, chunked',
    '\x0bchunked',
    'CHUNKED,',
  ].map((coding) => `Transfer-Encoding: ${coding}`),
  'Transfer-Encoding : chunked',
  'Transfer-Encoding\t: chunked',
  ' Transfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'Content_Length: 0\r\nContent-Length: 1\r\nTransfer-Encoding: chunked',
];

/** Paths that a proxy and the service may read differently. None may be answered without a token. */
const PATHS = [
  ...['/api/v3/%75sers', '/api/v3/users/', '/api/v3//users', '/api//v3/users', '//api/v3/users'],
  ...[
    '/api/v3/./users',
    '/api/v3/x/../users',
    '/api/v3/users;x=1',
    '/api/v3/users%2f',
    '/API/V3/users',
  ],
  ...['/api/v3/users%00', '/api/v3/users%20', '/api/v3/users.json', '/api/v3/users.json.json'],
  ...['/api/v3%2fusers', '/api/v3/users%3fx', '/api/v3/users/1/..%2f..%2fusers', '/api/v3/Users'],
  ...['/api/v3/users\\', '/api/v3/%2e%2e/v3/users', '/api/v3/users%', '/api/v3/user/..;/users'],
  ...['/health/../api/v3/users', '/docs/..%2fapi/v3/users', '/avatars/..%2f..%2fapi/v3/users'],
];

const TYPES = [
  ...[
    'application/json\t',
    ' application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-16',
  ],
  ...['application/json, text/plain', 'text/plain, application/json', 'application/json;;', ';'],
  ...['application/jsonx', 'text/json', 'application/x-www-form-urlencoded;a=b', '', 'a/b; c="'],
];

/** Request smuggling, encoded paths and odd content types. */
export const framing: AttackClass = {
  name: 'framing',
  rows: [27],
  control: 'lenient-parser',
  run: async (target) => {
    for (const headers of FRAMINGS) await smuggle(target, headers);
    for (const path of PATHS) await bypass(target, path);
    for (const type of TYPES) await mistype(target, type);
    return `${FRAMINGS.length} framings, ${PATHS.length} paths, ${TYPES.length} content types`;
  },
};

/** The first request gets 400, or one response and nothing for its body. */
async function smuggle(target: Target, headers: string): Promise<void> {
  const connection = target.raw();
  connection.write(`POST /api/v3/session HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${SMUGGLED}`);
  connection.finish();
  const text = await connection.rest();
  const statuses = statusesOf(text);
  const isRefused = statuses.length === 1 && statuses[0] === 400;
  const what = JSON.stringify(headers);
  target.require(isRefused, `${what}: ${statuses.join() || 'no response'}`);
  target.require(!text.includes('"username"'), `${what}: the body is answered as a request`);
}

async function bypass(target: Target, path: string): Promise<void> {
  const connection = target.raw();
  connection.write(`GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
  const text = await connection.rest();
  const [status = 0] = statusesOf(text);
  target.require([400, 401, 404].includes(status), `GET ${path} without a token: ${status}`);
}

/** Without a token no type gets past the guard; with one, a body that is not understood is refused. */
async function mistype(target: Target, type: string): Promise<void> {
  const body = '{"name":[1],"path":{"a":1}}';
  const post = async (token: string) => {
    const connection = target.raw();
    const length = `Content-Length: ${body.length}\r\n`;
    const head = `${HOST}${token}Content-Type: ${type}\r\n${length}Connection: close\r\n\r\n`;
    connection.write(`POST /api/v3/projects HTTP/1.1\r\n${head}${body}`);
    return statusesOf(await connection.rest())[0] ?? 0;
  };
  const anonymous = await post('');
  target.require([400, 401, 415].includes(anonymous), `type ${type} without a token: ${anonymous}`);
  const known = await post(`PRIVATE-TOKEN: ${ADMIN.token}\r\n`);
  target.require([400, 415].includes(known), `type ${type} with a token: ${known}`);
}
