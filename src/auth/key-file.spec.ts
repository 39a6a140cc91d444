import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConfig } from '../config/config.js';
import { rotateKeyFile, storedKey } from './key-file.js';

const KEY = 'k'.repeat(64);

let folder: string;
let database: DatabaseConfig;
const file = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
  database = { kind: 'sqlite', path: file('forgenote.sqlite'), pool: 1, ca: null };
  writeFileSync(file('secret.key'), KEY, { mode: 0o600 });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('rotateKeyFile', () => {
  it.each([
    ['a process that has ended', `${spawnSync('true').pid} ${hostname()}`],
    ['a former process with the same id', `${process.pid} ${hostname()}`],
    ['a process that could not write its id', ''],
  ])('ignores the lock of %s', (_, content) => {
    writeFileSync(file('secret.key.lock'), content);
    expect(rotateKeyFile(database)).toBe(true);
    expect(readdirSync(folder)).toEqual(['secret.key', 'secret.key.previous']);
    expect(storedKey(file('secret.key.previous'))).toBe(KEY);
    expect(storedKey(file('secret.key'))).not.toBe(KEY);
  });

  it.each([
    ['the process of the lock runs', `${process.ppid} ${hostname()}`],
    ['the lock is of another machine', `${spawnSync('true').pid} another.example`],
  ])('refuses while %s', (_, content) => {
    writeFileSync(file('secret.key.lock'), content);
    expect(() => rotateKeyFile(database)).toThrow(/secret\.key\.lock exists: another process/);
    expect(readFileSync(file('secret.key'), 'utf8')).toBe(KEY);
    expect(readdirSync(folder)).toEqual(['secret.key', 'secret.key.lock']);
  });
});

describe('storedKey', () => {
  it.each([
    ['bytes that are not UTF-8', Buffer.alloc(64, 0xff), 'the file is not text in UTF-8'],
    ['two lines', `${KEY}\n${KEY}\n`, 'the file has several lines'],
    ['too few characters', 'short', 'the file has no key'],
  ])('refuses a file with %s', (_, content, problem) => {
    writeFileSync(file('secret.key'), content);
    expect(() => storedKey(file('secret.key'))).toThrow(problem);
  });
});
