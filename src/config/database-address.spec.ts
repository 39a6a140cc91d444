import { databaseAddress } from './database-address.js';

const read = (text: string) => databaseAddress.read(text);

describe('databaseAddress', () => {
  it.each([
    ['sqlite:data/x.sqlite', 'data/x.sqlite'],
    ['sqlite:/var/lib/x.sqlite', '/var/lib/x.sqlite'],
    ['sqlite:///var/lib/x.sqlite', '/var/lib/x.sqlite'],
    ['sqlite:C:\\data\\x.sqlite', 'C:\\data\\x.sqlite'],
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
    ['postgres://u:hush@h/d', 'must be sqlite:PATH'],
    ['data/x.sqlite', 'must be sqlite:PATH'],
    ['sqlite:', 'must name a file'],
    ['sqlite::memory:', 'must name a file'],
    ['sqlite:x?mode=memory', 'without options'],
    ['sqlite://data/x.sqlite', 'must not begin with sqlite://'],
    ['mysql://u:hush@h:99999/d', 'percent-encoded'],
    ['mysql://u:hush#1@h/d', 'percent-encoded'],
    ['mysql://u:1#hush@h/d', 'percent-encoded'],
    ['mysql://u:1/hush@h/d', 'percent-encoded'],
    ['mysql://u:hush%@h/d', '%25'],
    ['mysql://u:hush@h/d?ssl=1', 'without options'],
    ['mysql://u:hush@h', 'must name one database'],
    ['mysql://u:hush@h/d/e', 'must name one database'],
    ['mysql://h/d', 'must name a user'],
  ])('rejects %s without repeating the password', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow('hush');
  });
});
