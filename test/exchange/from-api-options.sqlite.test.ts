import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startForge, type Forge } from '../support/app.js';
import { Program } from '../support/program.js';

let forge: Forge;
let program: Program;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());
beforeEach(() => (program = new Program()));
afterEach(() => program.remove());

const run = (...words: string[]) => {
  program.start(forge.settings, ...words);
  return program.exit();
};

it.each(['https://root:pw-1@x.org', 'https://pw-1@x.org/api/v3', 'ftp:root:pw-1@x.org'])(
  'exits with 64 for the URL %s, and does not print the password',
  async (url) => {
    expect(await run('import', '--from-api', url, '--token-file', 't')).toBe(64);
    expect(program.stderr).toMatch(/^--from-api must be a URL without a user and a password/);
    expect(program.stderr).not.toContain('pw-1');
  },
);

it.each([
  ['', 'is empty'],
  [Buffer.from([0xff, 0xfe, 0x80]), 'is not text in UTF-8'],
  ['token-of-root\nanother', 'has several lines'],
  ['tökén', 'has characters that no token has'],
  ['to ken', 'has characters that no token has'],
])('exits with 65 for the token file %j', async (content, problem) => {
  writeFileSync(join(program.folder, 't'), content);
  expect(await run('import', '--from-api', 'http://127.0.0.1:1', '--token-file', 't')).toBe(65);
  expect(program.stderr).toBe(
    `The file t of --token-file ${problem}: write a private token of an administrator into it. Nothing was changed.\n`,
  );
});
