import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Daemon } from '../support/daemon.js';
import {
  cipherOf,
  connectionRefusal,
  createAuthority,
  createCertificate,
  keyOf,
} from '../support/encrypted.js';
import { freePort } from '../support/ports.js';

const USER = '--user=mysql';
const MINUTE = 60_000;

let folder: string;
let port: number;
let server: Daemon;
let ca: string;
let otherCa: string;
/** The certificate that the server reads. */
let installed: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-mariadb-'));
  // The server does not run as root.
  chmodSync(folder, 0o755);
  [ca, otherCa] = [createAuthority(folder, 'ca'), createAuthority(folder, 'other-ca')];
  for (const host of ['localhost', 'other.example'])
    createCertificate(join(folder, `${host}.pem`), host, ca);
  installed = join(folder, 'server.pem');
  install('localhost');
  const data = join(folder, 'data');
  const options = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  execFileSync(
    '/usr/bin/mariadb-install-db',
    ['--no-defaults', USER, `--datadir=${data}`, ...options],
    { stdio: 'ignore' },
  );
  port = await freePort();
  server = new Daemon('/usr/sbin/mariadbd', [
    ...['--no-defaults', USER, `--datadir=${data}`, `--socket=${join(data, 'socket')}`],
    // A server that starts deletes the temporary tables of all servers with the same folder for them.
    `--tmpdir=${data}`,
    ...['--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve'],
    ...[`--ssl-cert=${installed}`, `--ssl-key=${keyOf(installed)}`],
  ]);
  await server.until(() => execute('CREATE DATABASE forgenote'));
}, 5 * MINUTE);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts the certificate for a host where the server reads it. */
function install(host: string): void {
  const certificate = join(folder, `${host}.pem`);
  copyFileSync(certificate, installed);
  copyFileSync(keyOf(certificate), keyOf(installed));
  chmodSync(keyOf(installed), 0o644);
}

async function execute(statement: string): Promise<void> {
  const connection = await createConnection(`mysql://root@127.0.0.1:${port}`);
  await connection.query(statement);
  await connection.end();
}

const urlOf = (options: string, host = 'localhost') =>
  `mariadb://root@${host}:${port}/forgenote?${options}`;

describe('a connection to MariaDB with TLS', () => {
  it.each(['ssl=true', 'ssl-mode=VERIFY_IDENTITY', 'ssl-mode=VERIFY_CA'])(
    'is encrypted and verified with %s and the right authority',
    async (options) => {
      expect(await cipherOf(urlOf(options), ca)).toMatch(/^TLS_/);
    },
  );

  it.each(['ssl=true', 'ssl-mode=VERIFY_IDENTITY', 'ssl-mode=VERIFY_CA'])(
    'is refused with %s and another authority, or none',
    async (options) => {
      const url = urlOf(options);
      const refusal = /cannot be encrypted.*certificate.*DATABASE_CA/;
      expect(await connectionRefusal(url, otherCa)).toMatch(refusal);
      expect(await connectionRefusal(url)).toMatch(refusal);
    },
  );

  it('is refused if the certificate is for another host, unless only the authority counts', async () => {
    install('other.example');
    await execute('FLUSH SSL');
    try {
      expect(await connectionRefusal(urlOf('ssl=true'), ca)).toMatch(
        /cannot be encrypted.*other\.example.*host/,
      );
      expect(await cipherOf(urlOf('ssl-mode=VERIFY_CA'), ca)).toMatch(/^TLS_/);
    } finally {
      install('localhost');
      await execute('FLUSH SSL');
    }
  });

  it('is encrypted but not verified with ssl-mode=REQUIRED', async () => {
    expect(await cipherOf(urlOf('ssl-mode=REQUIRED', '127.0.0.1'))).toMatch(/^TLS_/);
  });

  it('is not encrypted without the option', async () => {
    expect(await cipherOf(urlOf(''))).toBe('');
  });
});
