import { spawn, type ChildProcess } from 'node:child_process';
import { readConfig } from '../../src/base/config/config.js';
import { createEngine } from '../../src/database/engines/create-engine.js';
import { schema } from '../../src/app/schema.js';
import type { Engine } from '../../src/database/engine.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { UNITS_SCRIPT } from '../support/program.js';

let database: FreshDatabase;
let engine: Engine;
const children: ChildProcess[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  const { database: address } = readConfig({
    DATABASE_URL: database.url,
    SECRET_KEY: 'k'.repeat(40),
  });
  engine = await createEngine(address, schema);
  await engine.open();
  await engine.dataSource.runMigrations({ transaction: 'none' });
  await engine.dataSource.query(
    'CREATE TABLE counters (id bigint PRIMARY KEY, value bigint NOT NULL)',
  );
  await engine.dataSource.query('INSERT INTO counters (id, value) VALUES (1, 0)');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await engine.close();
  await database.drop();
});

function startProcess(...task: string[]) {
  const child = spawn('node', [UNITS_SCRIPT, database.url, ...task]);
  children.push(child);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const end = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, end, output: () => output, errors: () => errors };
}

describe('processes on one database', () => {
  it('lose no update when three of them read and write 100 times each', async () => {
    const processes = [1, 2, 3].map(() => startProcess('add', '100'));
    const ends = await Promise.all(processes.map(({ end }) => end));
    expect([ends, processes.map(({ errors }) => errors())]).toEqual([
      [0, 0, 0],
      ['', '', ''],
    ]);
    const [row] = await engine.dataSource.query<{ value: unknown }[]>(
      'SELECT value FROM counters WHERE id = 1',
    );
    expect(Number(row?.value)).toBe(300);
  });

  it('keep acknowledged writes when one is killed while writing', async () => {
    const { child, end, output, errors } = startProcess('append');
    while (output().split('\n').length < 100 && child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    child.kill('SIGKILL');
    await end;
    expect(errors()).toBe('');
    const acknowledged = output().split('\n').slice(0, -1).map(Number);
    expect(acknowledged.length).toBeGreaterThan(50);
    const rows = await engine.dataSource.query<{ id: unknown }[]>('SELECT id FROM counters');
    const stored = new Set(rows.map(({ id }) => Number(id)));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    // One more may have been kept whose acknowledgement was on its way; nothing beyond that.
    expect(stored.size - 1 - acknowledged.length).toBeLessThanOrEqual(1);
    // No lock is left.
    expect(await startProcess('add', '1').end).toBe(0);
  });
});
