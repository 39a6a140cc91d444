import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cipherOf,
  connectionRefusal,
  createAuthority,
  createCertificate,
  keyOf,
} from '../support/encrypted.js';
import { MariadbServer } from '../support/mariadb-server.js';

const MINUTE = 60_000;

const server = new MariadbServer();
const { folder } = server;
let ca: string;
let otherCa: string;
/** The certificate that the server reads. */
let installed: string;

beforeAll(async () => {
  [ca, otherCa] = [createAuthority(folder, 'ca'), createAuthority(folder, 'other-ca')];
  for (const host of ['localhost', 'other.example'])
    createCertificate(join(folder, `${host}.pem`), host, ca);
  installed = join(folder, 'server.pem');
  install('localhost');
  await server.start(`--ssl-cert=${installed}`, `--ssl-key=${keyOf(installed)}`);
}, 5 * MINUTE);
afterAll(() => server.remove());

/** Puts the certificate for a host where the server reads it. */
function install(host: string): void {
  const certificate = join(folder, `${host}.pem`);
  copyFileSync(certificate, installed);
  copyFileSync(keyOf(certificate), keyOf(installed));
  chmodSync(keyOf(installed), 0o644);
}

const urlOf = (options: string, host = 'localhost') => server.url(`?${options}`, host);

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
    await server.execute('FLUSH SSL');
    try {
      expect(await connectionRefusal(urlOf('ssl=true'), ca)).toMatch(
        /cannot be encrypted.*other\.example.*host/,
      );
      expect(await cipherOf(urlOf('ssl-mode=VERIFY_CA'), ca)).toMatch(/^TLS_/);
    } finally {
      install('localhost');
      await server.execute('FLUSH SSL');
    }
  });

  it('is encrypted but not verified with ssl-mode=REQUIRED', async () => {
    expect(await cipherOf(urlOf('ssl-mode=REQUIRED', '127.0.0.1'))).toMatch(/^TLS_/);
  });

  it('is not encrypted without the option', async () => {
    expect(await cipherOf(urlOf(''))).toBe('');
  });
});
