import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { freePort } from '../support/ports.js';
import { expectRefusal, runCommand } from '../support/run-command.js';
import { startAndStop } from '../support/service.js';

const SECRET_KEY = 'k'.repeat(40);
let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forgenote-start-'))));
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const file = (name: string) => join(folder, name);
const database = (name: string) => ({ DATABASE_URL: `sqlite:${file(name)}` });
const DATA = 'data/forgenote.sqlite';

describe('the program', () => {
  it('lists every invalid setting and exits with 78', async () => {
    const settings = { PORT: '70000', DATABSE_URL: 'x', ADMIN_TOKEN: 'short' };
    const { code, stdout, stderr } = await runCommand(settings, ['serve']);
    expect([code, stdout]).toEqual([78, '']);
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0])
        .sort(),
    ).toEqual(['ADMIN_TOKEN', 'DATABSE_URL', 'PORT']);
  });

  it.each([
    ['192.0.2.1', /192\.0\.2\.1.*HOST/],
    ['no-such-host.invalid', /no-such-host\.invalid.*HOST/],
  ])('refuses to start on an address of another machine: %s', async (HOST, sentence) => {
    await expectRefusal({ ...database(DATA), HOST }, sentence);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses to start with a reserved name for the first administrator', async () => {
    await expectRefusal({ ...database(DATA), ADMIN_USERNAME: 'admin' }, /ADMIN_USERNAME.*reserved/);
  });
});

describe('the program with an embedded database', () => {
  it('refuses to start on a file that is no database', async () => {
    writeFileSync(file('letter.txt'), 'Dear Sir or Madam, '.repeat(100));
    await expectRefusal(
      database('letter.txt'),
      /letter\.txt is not a Forgenote database.*DATABASE_URL/,
    );
  });

  it('refuses to start on the database of another program, and leaves it unchanged', async () => {
    const places = new DatabaseSync(file('places.sqlite'));
    places.exec('CREATE TABLE places (id); CREATE TABLE visits (id); CREATE TABLE migrations (id)');
    places.close();
    const before = readFileSync(file('places.sqlite'));
    await expectRefusal(
      database('places.sqlite'),
      /places\.sqlite is not a Forgenote database: it has the tables places, visits of another program/,
    );
    expect(readFileSync(file('places.sqlite')).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['places.sqlite']);
  });

  it('keeps the secrets of another database, and refuses to start beside them', async () => {
    const path = file('data/first-administrator.txt');
    mkdirSync(file('data'));
    writeFileSync(path, 'The secrets of another database', { mode: 0o600 });
    await expectRefusal(database(DATA), /first-administrator\.txt exists.*ADMIN_PASSWORD/);
    expect(readFileSync(path, 'utf8')).toBe('The secrets of another database');
    const admin = { ADMIN_PASSWORD: 'correct-horse', ADMIN_TOKEN: 'token-of-root-0000000' };
    await startAndStop({ ...database(DATA), ...admin });
    expect(readFileSync(path, 'utf8')).toBe('The secrets of another database');
  });

  it('refuses to start on a folder', async () => {
    mkdirSync(file('folder'));
    await expectRefusal(database('folder'), /folder.*DATABASE_URL/);
  });

  it('refuses to start on a path below a file', async () => {
    writeFileSync(file('file'), '');
    await expectRefusal(database('file/x.sqlite'), /file.*DATABASE_URL/);
  });
});

describe('the program with a database server', () => {
  const at = (port: number) => ({ SECRET_KEY, DATABASE_URL: `mysql://root@127.0.0.1:${port}/x` });

  it('refuses to start if the server refuses connections', async () => {
    await expectRefusal(
      at(await freePort()),
      /database does not answer \(ECONNREFUSED\).*DATABASE_URL/,
    );
  });

  it('refuses to start if the server does not respond', async () => {
    const server = createServer(() => undefined);
    await expectRefusal(at(await listening(server)), /database does not answer.*DATABASE_URL/);
    server.close();
  });

  it('refuses to start if the server closes connections', async () => {
    const server = createServer((socket) => socket.end());
    await expectRefusal(at(await listening(server)), /database does not answer.*DATABASE_URL/);
    server.close();
  });

  it('refuses to start if the server is not a database', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await expectRefusal(at(await listening(server)), /database.*DATABASE_URL/);
    server.close();
  });

  it('refuses to start if the host name is unknown', async () => {
    const url = 'mysql://root@no-such-host.invalid/x';
    await expectRefusal(
      { SECRET_KEY, DATABASE_URL: url },
      /database does not answer.*DATABASE_URL/,
    );
  });
});
