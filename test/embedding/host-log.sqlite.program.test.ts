import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../support/commands.js';
import { REPOSITORY } from '../support/program.js';

/** A host whose logger collects what it gets. Prints it after a read, a read with sudo and an unknown path. */
const HOST = `import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createForgenoteAdapter, ForgenoteModule } from 'forgenote';
const lines = [];
const collect = (line) => { lines.push(line); };
const logger = Object.fromEntries(
  ['fatal', 'error', 'warn', 'log', 'debug', 'verbose'].map((level) => [level, collect]),
);
const ADMIN_TOKEN = 'token-of-root-0000000';
const settings = {
  DATABASE_URL: 'sqlite:' + process.argv[1] + '/forge.sqlite',
  ...{ ADMIN_TOKEN, ADMIN_PASSWORD: 'a password', PUBLIC_URL: 'http://forge.example.com' },
  TRUSTED_PROXIES: '127.0.0.1',
};
class Host {}
Module({ imports: [ForgenoteModule.forRoot(settings)] })(Host);
const app = await NestFactory.create(Host, createForgenoteAdapter(settings), { logger });
await app.listen(0, '127.0.0.1');
const started = lines.length;
const url = await app.getUrl();
const statuses = [];
for (const path of ['/api/v3/user', '/api/v3/user?sudo=root', '/api/v3/nothing', '/nothing'])
  statuses.push((await fetch(url + path, { headers: { 'PRIVATE-TOKEN': ADMIN_TOKEN } })).status);
console.log(JSON.stringify({ started: started > 0, statuses, then: lines.slice(started) }));
console.error('the end');
await app.close();
`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'forgenote-host-log-'))));
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('a host with createForgenoteAdapter()', () => {
  it('gets the lines of Forgenote in its logger, and no line per request anywhere', async () => {
    const args = ['--input-type=module', '--eval', HOST, folder];
    const script = `exec node "$@" 2>&1`;
    const printed = await run('sh', ['-c', script, 'sh', ...args], {
      ...{ cwd: REPOSITORY, seconds: 60 },
    });
    const [result = '', ...others] = printed.trim().split('\n');
    expect(JSON.parse(result)).toEqual({
      ...{ started: true, statuses: [200, 200, 404, 404], then: [] },
    });
    expect(others).toEqual(['the end']);
  });
});
