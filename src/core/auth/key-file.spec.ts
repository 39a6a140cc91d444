import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storedKey } from './key-file.js';

const KEY = 'k'.repeat(64);

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
  file = join(folder, 'secret.key');
  writeFileSync(file, KEY, { mode: 0o600 });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('storedKey', () => {
  it.each([
    ['bytes that are not UTF-8', Buffer.alloc(64, 0xff), 'the file is not text in UTF-8'],
    ['two lines', `${KEY}\n${KEY}\n`, 'the file has several lines'],
    ['too few characters', 'short', 'the file has no key'],
  ])('refuses a file with %s', (_, content, problem) => {
    writeFileSync(file, content);
    expect(() => storedKey(file)).toThrow(problem);
  });
});
