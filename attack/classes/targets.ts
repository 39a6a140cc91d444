import type { AttackClass } from '../attack-class.js';
import { ADMIN } from '../../bench/seed.js';
import { statusesOf } from '../clients/raw-connection.js';
import type { Target } from '../target.js';

const TOKEN = `PRIVATE-TOKEN: ${ADMIN.token}\r\n`;
const PATH = '/api/v3/user';

/** Request targets that two programs read differently. */
const BAD_TARGETS = [
  ...[`${PATH}#`, `${PATH}#x`, `${PATH}#?sudo=1`, `${PATH}?a=1#b`, `/#${PATH}`, `#${PATH}`],
  ...['http', 'https', 'HTTP'].map((scheme) => `${scheme}://evil.example${PATH}`),
  ...[`http://evil.example`, `http://evil.example:80${PATH}`, `http://${PATH}`, `http:${PATH}`],
  ...[`http://user:pw@localhost${PATH}`, `http://localhost@evil.example${PATH}`],
  ...[`ftp://localhost${PATH}`, `javascript:alert(1)`, `file://${PATH}`],
  ...['evil.example:80', 'localhost:80', 'evil.example', 'user', '?', '.'],
];
/** Only OPTIONS has this form. */
const STARS = ['*', '*/api', '*?a=1'];
/** The header lines of one request each. */
const BAD_HOSTS = [
  ...['', 'Host: a\r\nHost: a\r\n', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nhOST: b\r\n'],
  ...['a b', 'a/b', 'a@b', 'a#b', 'a?b', 'a\\b', 'a\tb'].map((host) => `Host: ${host}\r\n`),
];
const CONNECT = ['evil.example:443', 'localhost:22', '127.0.0.1:3306'];

/** Targets with a fragment, of other hosts or in another form, and requests with no or two Host headers. */
export const targets: AttackClass = {
  name: 'targets',
  rows: [27],
  control: 'rewritten-targets',
  run: async (target) => {
    for (const bad of BAD_TARGETS) {
      const status = await send(target, `GET ${bad} HTTP/1.1\r\nHost: localhost\r\n${TOKEN}`);
      target.require(status === 400, `the target ${bad}: ${status}`);
    }
    for (const star of STARS) {
      const status = await send(target, `GET ${star} HTTP/1.1\r\nHost: localhost\r\n${TOKEN}`);
      target.require([400, 404].includes(status), `the target ${star}: ${status}`);
    }
    for (const host of BAD_HOSTS) {
      const status = await send(target, `GET ${PATH} HTTP/1.1\r\n${host}${TOKEN}`);
      target.require(status === 400, `the headers ${JSON.stringify(host)}: ${status}`);
    }
    for (const to of CONNECT) {
      const status = await send(target, `CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${TOKEN}`);
      target.require(status >= 400, `CONNECT ${to}: ${status}`);
    }
    for (const own of [PATH, `${target.service.origin}${PATH}`]) {
      const status = await send(target, `GET ${own} HTTP/1.1\r\nHost: localhost\r\n${TOKEN}`);
      target.require(status === 200, `the own target ${own}: ${status}`);
    }
    return `${BAD_TARGETS.length + STARS.length} targets, ${BAD_HOSTS.length} hosts, ${CONNECT.length} tunnels`;
  },
};

async function send(target: Target, head: string): Promise<number> {
  const connection = target.raw();
  connection.write(`${head}Connection: close\r\n\r\n`);
  return statusesOf(await connection.rest())[0] ?? 0;
}
