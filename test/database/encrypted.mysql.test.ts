import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { cipherOf, connectionRefusal, createAuthority } from '../support/encrypted.js';
import { MYSQL_FOLDER, SERVER_URL } from '../support/environment.js';

const CA = join(MYSQL_FOLDER, 'tls/ca.pem');
const SOCKET = join(MYSQL_FOLDER, 'run/mysqld.sock');
/** Here the same server has a certificate for another host. */
const OTHER_PORT = '3308';

let database: FreshDatabase;
let folder: string;
let otherCa: string;
beforeAll(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'forgenote-ca-'));
  otherCa = createAuthority(folder, 'other-ca');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

/** DATABASE_URL with these options. The certificate is for `localhost`. */
function urlOf(options: string, { host = 'localhost', port = '' } = {}): string {
  const url = new URL(database.url);
  url.hostname = host;
  if (port) url.port = port;
  url.search = options;
  return url.href;
}

describe('a connection with TLS', () => {
  it.each(['ssl=true', 'ssl-mode=VERIFY_IDENTITY'])(
    'is encrypted and verified with %s and the right authority',
    async (options) => {
      expect(await cipherOf(urlOf(options), CA)).toMatch(/^TLS_/);
    },
  );

  it.each(['ssl=true', 'ssl-mode=VERIFY_IDENTITY', 'ssl-mode=VERIFY_CA'])(
    'is refused with %s and another authority, or none',
    async (options) => {
      const url = urlOf(options);
      expect(await connectionRefusal(url, otherCa)).toMatch(
        /cannot be encrypted.*certificate.*DATABASE_CA/,
      );
      expect(await connectionRefusal(url)).toMatch(/cannot be encrypted.*certificate.*DATABASE_CA/);
    },
  );

  it('is refused if the certificate is for another host, unless only the authority counts', async () => {
    const other = (options: string) => urlOf(options, { port: OTHER_PORT });
    expect(await connectionRefusal(other('ssl=true'), CA)).toMatch(
      /cannot be encrypted.*other\.example.*host/,
    );
    expect(await cipherOf(other('ssl-mode=VERIFY_CA'), CA)).toMatch(/^TLS_/);
  });

  it('is encrypted but not verified with ssl-mode=REQUIRED', async () => {
    expect(await cipherOf(urlOf('ssl-mode=REQUIRED', { host: '127.0.0.1' }))).toMatch(/^TLS_/);
  });

  it('is not encrypted without the option', async () => {
    expect(await cipherOf(urlOf(''))).toBe('');
  });
});

describe('a connection over the Unix socket', () => {
  it('reaches the server', async () => {
    const url = urlOf(`socketPath=${SOCKET}`).replace(/:\d+\//, '/');
    expect(await cipherOf(url)).toBe('');
  });
});

describe('an account with a password that the server keeps with caching_sha2_password', () => {
  const NAME = `reader_${process.pid}`;
  // One for each test: after the first connection the server remembers the password.
  beforeEach(() => run(`CREATE USER ${NAME} IDENTIFIED BY 'p@ss'`, `GRANT ALL ON *.* TO ${NAME}`));
  afterEach(() => run(`DROP USER ${NAME}`));

  async function run(...statements: string[]): Promise<void> {
    const connection = await createConnection(SERVER_URL);
    for (const statement of statements) await connection.query(statement);
    await connection.end();
  }

  it.each(['', 'ssl=true'])('can connect with the options %j', async (options) => {
    const url = new URL(urlOf(options));
    url.username = NAME;
    url.password = 'p@ss';
    expect(await cipherOf(url.href, options ? CA : undefined)).toMatch(options ? /^TLS_/ : /^$/);
  });
});
