import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Program } from '../support/program.js';

const SECRET_KEY = 'k'.repeat(40);
let program: Program;

beforeEach(() => {
  program = new Program();
});
afterEach(() => program.remove());

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const file = (name: string) => join(program.folder, name);

describe('the program', () => {
  it('refuses to start on a port that is taken, and creates nothing', async () => {
    const server = createServer();
    const port = await listening(server);
    await program.expectRefusal({ PORT: String(port) }, new RegExp(`${port}.*PORT`));
    expect(readdirSync(program.folder)).toEqual([]);
    server.close();
  });

  it('names the line of .env that is wrong', async () => {
    writeFileSync(file('.env'), '# where to listen\nPROT 3000\n');
    await program.expectRefusal({}, /^\.env, line 2: expected NAME=value/);
  });

  it.each([
    ['192.0.2.1', /192\.0\.2\.1.*HOST/],
    ['no-such-host.invalid', /no-such-host\.invalid.*HOST/],
  ])('refuses to start on an address of another machine: %s', async (HOST, sentence) => {
    await program.expectRefusal({ HOST }, sentence);
  });

  it('refuses to start with a reserved name for the first administrator', async () => {
    await program.expectRefusal({ ADMIN_USERNAME: 'admin' }, /ADMIN_USERNAME.*reserved/);
  });
});

describe('the program with an embedded database', () => {
  it('refuses to start on a newer version and leaves it unchanged', async () => {
    program.start({});
    await program.address();
    program.signal('SIGTERM');
    await program.exit();
    const database = new DatabaseSync(file('data/forgenote.sqlite'));
    database.exec("INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Future1')");
    database.exec('UPDATE schema_compatibility SET oldest_migration = 9999999999999');
    database.close();
    await program.expectRefusal({}, /newer than this program.*Future1.*later one/);
  });

  it('refuses to start on a file that is no database', async () => {
    writeFileSync(file('letter.txt'), 'Dear Sir or Madam, '.repeat(100));
    await program.expectRefusal(
      { DATABASE_URL: 'sqlite:letter.txt' },
      /letter\.txt is not a Forgenote database.*DATABASE_URL/,
    );
  });

  it('refuses to start on the database of another program, and leaves it unchanged', async () => {
    const database = new DatabaseSync(file('places.sqlite'));
    database.exec(
      'CREATE TABLE places (id); CREATE TABLE visits (id); CREATE TABLE migrations (id)',
    );
    database.close();
    const before = readFileSync(file('places.sqlite'));
    await program.expectRefusal(
      { DATABASE_URL: 'sqlite:places.sqlite' },
      /places\.sqlite is not a Forgenote database: it has the tables places, visits of another program/,
    );
    expect(readFileSync(file('places.sqlite')).equals(before)).toBe(true);
    expect(readdirSync(program.folder)).toEqual(['places.sqlite']);
  });

  it('keeps the secrets of another database, and refuses to start beside them', async () => {
    const path = file('data/first-administrator.txt');
    mkdirSync(file('data'));
    writeFileSync(path, 'The secrets of another database', { mode: 0o600 });
    await program.expectRefusal({}, /first-administrator\.txt exists.*ADMIN_PASSWORD/);
    expect(readFileSync(path, 'utf8')).toBe('The secrets of another database');
    program.start({ ADMIN_PASSWORD: 'correct-horse', ADMIN_TOKEN: 'token-of-root-0000000' });
    await program.address();
    expect(readFileSync(path, 'utf8')).toBe('The secrets of another database');
  });

  it('refuses to start on a folder', async () => {
    mkdirSync(file('folder'));
    await program.expectRefusal({ DATABASE_URL: 'sqlite:folder' }, /folder.*DATABASE_URL/);
  });

  it('refuses to start on a path below a file', async () => {
    writeFileSync(file('file'), '');
    await program.expectRefusal({ DATABASE_URL: 'sqlite:file/x.sqlite' }, /file.*DATABASE_URL/);
  });
});

describe('the program with a database server', () => {
  const at = (port: number) => ({ SECRET_KEY, DATABASE_URL: `mysql://root@127.0.0.1:${port}/x` });

  it('refuses to start if the server refuses connections', async () => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    await program.expectRefusal(
      at(port),
      /database does not answer \(ECONNREFUSED\).*DATABASE_URL/,
    );
  });

  it('refuses to start if the server does not respond', async () => {
    const server = createServer(() => undefined);
    await program.expectRefusal(
      at(await listening(server)),
      /database does not answer.*DATABASE_URL/,
    );
    server.close();
  });

  it('refuses to start if the server closes connections', async () => {
    const server = createServer((socket) => socket.end());
    await program.expectRefusal(
      at(await listening(server)),
      /database does not answer.*DATABASE_URL/,
    );
    server.close();
  });

  it('refuses to start if the server is not a database', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await program.expectRefusal(at(await listening(server)), /database.*DATABASE_URL/);
    server.close();
  });

  it('refuses to start if the host name is unknown', async () => {
    const url = 'mysql://root@no-such-host.invalid/x';
    await program.expectRefusal(
      { SECRET_KEY, DATABASE_URL: url },
      /database does not answer.*DATABASE_URL/,
    );
  });
});
