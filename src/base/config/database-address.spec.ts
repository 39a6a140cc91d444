import { databaseAddress } from './database-address.js';

const read = (text: string) => databaseAddress.read(text);

describe('databaseAddress', () => {
  it.each([
    ['sqlite:data/x.sqlite', 'data/x.sqlite'],
    ['sqlite:/var/lib/x.sqlite', '/var/lib/x.sqlite'],
    ['sqlite:///var/lib/x.sqlite', '/var/lib/x.sqlite'],
    ['sqlite:C:\\data\\x.sqlite', 'C:\\data\\x.sqlite'],
    ['sqlite:./file:x.sqlite', './file:x.sqlite'],
    ['sqlite:../.forge', '../.forge'],
  ])('reads the path of %s', (text, path) => {
    expect(read(text)).toEqual({ kind: 'sqlite', path });
  });

  it.each(['mysql', 'mariadb'])('parses a %s URL', (scheme) => {
    expect(read(`${scheme}://us%40er:p%2F%23%25@db.example:3307/forge%2Dnote`)).toEqual({
      kind: 'mysql',
      host: 'db.example',
      port: 3307,
      user: 'us@er',
      password: 'p/#%',
      database: 'forge-note',
    });
  });

  it('accepts a missing port, an empty password and an IPv6 address', () => {
    expect(read('mysql://forge@[::1]/notes')).toEqual({
      kind: 'mysql',
      host: '::1',
      port: 3306,
      user: 'forge',
      password: '',
      database: 'notes',
    });
  });

  it.each([
    ['ssl=true', { tls: 'VERIFY_IDENTITY' }],
    ['ssl=false', {}],
    ['ssl-mode=VERIFY_IDENTITY', { tls: 'VERIFY_IDENTITY' }],
    ['ssl-mode=verify_ca', { tls: 'VERIFY_CA' }],
    ['ssl-mode=REQUIRED', { tls: 'REQUIRED' }],
    ['ssl-mode=DISABLED', {}],
    ['socketPath=/run/mysqld/mysqld.sock', { socketPath: '/run/mysqld/mysqld.sock' }],
    ['connectTimeout=2000', { connectTimeoutMs: 2_000 }],
  ])('reads the options %s', (text, options) => {
    expect(read(`mysql://forge@localhost/notes?${text}`)).toEqual({
      kind: 'mysql',
      host: 'localhost',
      port: 3306,
      user: 'forge',
      password: '',
      database: 'notes',
      ...options,
    });
  });

  it.each([
    ['postgres://u:hush@h/d', 'must be sqlite:PATH'],
    ['data/x.sqlite', 'must be sqlite:PATH'],
    ['sqlite:', 'must name a file'],
    ['sqlite:data/x.sqlite/', 'must name a file'],
    ['sqlite:/', 'must name a file'],
    ['sqlite:..', 'must name a file'],
    ['sqlite:data/.', 'must name a file'],
    ['sqlite:mine.sqlite ', 'must name a file without white space around it'],
    ['sqlite:\u200bmine.sqlite', 'must name a file without white space around it'],
    ['sqlite::memory:', 'must name a file'],
    ['sqlite:x?mode=memory', 'without options'],
    ['sqlite://data/x.sqlite', 'must not begin with sqlite://'],
    ['sqlite:file:x.sqlite', 'by its path, not as file:'],
    ['sqlite:file:///data/x.sqlite', 'by its path, not as file:'],
    ['sqlite:FILE:x.sqlite', 'by its path, not as file:'],
    ['mysql://u:hush@h:99999/d', 'percent-encoded'],
    ['mysql://u:hush#1@h/d', 'percent-encoded'],
    ['mysql://u:1#hush@h/d', 'percent-encoded'],
    ['mysql://u:1/hush@h/d', 'percent-encoded'],
    ['mysql://u:hush%@h/d', '%25'],
    ['mysql://u:hush@h/d?ssl=1', 'no options after the database but ssl, ssl-mode'],
    ['mysql://u:hush@h/d?ssl-mode=PREFERRED', 'no options after the database but'],
    ['mysql://u:hush@h/d?charset=latin1', 'no options after the database but'],
    ['mysql://u:hush@h/d?ssl=true&ssl=false', 'no options after the database but'],
    ['mysql://u:hush@h/d?ssl=true&ssl-mode=REQUIRED', 'one of the options'],
    ['mysql://u:hush@h/d?connectTimeout=fast', 'no options after the database but'],
    ['mysql://u:hush@localhost/d?socketPath=mysqld.sock', 'no options after the database but'],
    ['mysql://u:hush@h/d?socketPath=/run/mysqld.sock', 'the host localhost'],
    ['mysql://u:hush@localhost:3306/d?socketPath=/run/mysqld.sock', 'without a port'],
    ['mysql://u:hush@192.0.2.1/d?ssl=true', 'not its address'],
    ['mysql://u:hush@[::1]/d?ssl-mode=VERIFY_IDENTITY', 'not its address'],
    ['mysql://u:1?hush@h/d', 'percent-encoded'],
    ['mysql://u:hush@h', 'must name one database'],
    ['mysql://u:hush@h/d/e', 'must name one database'],
    ['mysql://h/d', 'must name a user'],
  ])('rejects %s without repeating the password', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow('hush');
  });
});
