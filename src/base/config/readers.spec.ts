import * as read from './readers.js';

function accepts<T>(reader: read.Reader<T>, cases: [string, T][]) {
  it.each(cases)('accepts %j', (text, value) => {
    expect(reader.read(text)).toEqual(value);
  });
}

function rejects(reader: read.Reader<unknown>, cases: string[]) {
  it.each(cases)('rejects %j', (text) => {
    expect(() => reader.read(text)).toThrow(read.InvalidSetting);
  });
}

describe('integer', () => {
  accepts(read.integer(0, 10), [
    ['0', 0],
    ['10', 10],
  ]);
  rejects(read.integer(1, 10), ['0', '11', '-1', '1.5', '1e1', '0x1', ' 1', '１', 'ten']);
});

describe('hostName', () => {
  accepts(read.hostName, [
    ['::', '::'],
    ['0.0.0.0', '0.0.0.0'],
    ['forge.example', 'forge.example'],
  ]);
  rejects(read.hostName, [
    '127.0.0.1:3000',
    '[::1]',
    '999.1.1.1',
    'http://x',
    'a b',
    'fe80::1%eth0',
  ]);
});

describe('secret', () => {
  accepts(read.secret(3, 4), [
    ['abc', 'abc'],
    ['🔑🔑🔑🔑', '🔑🔑🔑🔑'],
  ]);
  rejects(read.secret(3, 4), ['ab', 'abcde', 'abc\n', ' abc', 'a\tbc']);
});

describe('privateToken', () => {
  accepts(read.privateToken, [['Abc-_678901234567890', 'Abc-_678901234567890']]);
  rejects(read.privateToken, ['short', 'a'.repeat(256), 'a'.repeat(19) + '=']);
});

describe('username', () => {
  accepts(read.username, [['x_.-9', 'x_.-9']]);
  rejects(read.username, ['-x', 'x.', 'x.git', 'x.ATOM', 'a b', 'ä', 'a'.repeat(256)]);
});

describe('emailAddress', () => {
  accepts(read.emailAddress, [[' Root@Example.COM ', 'root@example.com']]);
  rejects(read.emailAddress, ['root', '@x', 'x@', 'a@b@c', 'a b@c', 'a'.repeat(254) + '@b']);
});

describe('sender', () => {
  accepts(read.sender, [
    ['a@b', 'a@b'],
    ['The Forge <a@b>', 'The Forge <a@b>'],
  ]);
  rejects(read.sender, ['The Forge', 'A <a@b> B', 'A\r\nBcc: x <a@b>', 'A, B <a@b>', 'a@b,c']);
});

describe('baseUrl', () => {
  accepts(read.baseUrl, [
    ['https://forge.example/', 'https://forge.example'],
    ['HTTP://Forge.example:80/code//', 'http://forge.example/code'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ]);
  rejects(read.baseUrl, [
    'forge.example',
    '/code',
    'ftp://forge.example',
    'http:forge.example',
    'https://forge.example/?a',
    'https://forge.example/#',
    'https://me:pw@forge.example',
    'https://forge.example/a b',
  ]);
});

describe('smtpUrl', () => {
  accepts(read.smtpUrl, [
    ['smtp://localhost:25', 'smtp://localhost:25'],
    ['smtps://me:p%40ss@mail.example/', 'smtps://me:p%40ss@mail.example/'],
  ]);
  rejects(read.smtpUrl, ['localhost', 'http://x', 'smtp://', 'smtp://me:1#2@x', 'smtp://me:5%@x']);
});

describe('origins', () => {
  accepts(read.origins, [
    ['', []],
    ['*', '*'],
    ['https://a.example, http://B:8080', ['https://a.example', 'http://b:8080']],
    ['http://LOCALHOST:*,http://[::1]:*', ['http://localhost:*', 'http://[::1]:*']],
  ]);
  rejects(read.origins, [
    'a.example',
    'https://a.example/',
    'https://a.example/x',
    'https://a.example,*',
    'https://*.a.example',
    'https://a.example,',
    'null',
    'http://localhost:8080:*',
    'http://localhost:*:*',
    'http://localhost/:*',
    'http://localhost:8*',
    ':*',
  ]);
});

describe('proxies', () => {
  accepts(read.proxies, [
    ['', []],
    ['10.0.0.0/8, ::1, fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ]);
  rejects(read.proxies, [
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '::/129',
    '10/8',
    '1.2.3.4/8/8',
  ]);
});
