import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecretFile } from './secret-file.js';

describe('readSecretFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
  const file = join(folder, 'secret');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['correct horse', 'correct horse'],
    ['schlüssel 🔑\n', 'schlüssel 🔑'],
    ['\uFEFFcorrect horse\r\n', 'correct horse'],
    [' with white space \r\n', ' with white space '],
    ['k'.repeat(4096), 'k'.repeat(4096)],
  ])('returns the line %j', (content, secret) => {
    writeFileSync(file, content);
    expect(readSecretFile(file)).toBe(secret);
  });

  it.each([
    ['', 'is empty'],
    ['\n', 'is empty'],
    ['\uFEFF\n', 'is empty'],
    [Buffer.from([0xff, 0xfe, 0x80]), 'is not text in UTF-8'],
    ['one\ntwo\n', 'has several lines'],
    ['one\n\n', 'has several lines'],
    ['one\rtwo', 'has several lines'],
    ['nul\0', 'has control characters'],
    ['k'.repeat(4097), 'has more than 4096 bytes'],
  ])('refuses %j', (content, problem) => {
    writeFileSync(file, content);
    expect(() => readSecretFile(file)).toThrow(problem);
  });

  it('reads no more of an endless file than it needs', () => {
    expect(() => readSecretFile('/dev/urandom')).toThrow('has more than 4096 bytes');
  });

  it('says why a file cannot be read', () => {
    expect(() => readSecretFile(folder)).toThrow('cannot be read (EISDIR)');
    expect(() => readSecretFile(join(folder, 'none'))).toThrow('cannot be read (ENOENT)');
  });
});
