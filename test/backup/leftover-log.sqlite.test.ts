import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTarget } from '../../src/database/engines/copy/copy-target.js';
import { schema } from '../../src/app/schema.js';
import { readConfig } from '../support/internals.js';

const folder = mkdtempSync(join(tmpdir(), 'forgenote-target-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const path = join(folder, 'f.sqlite');
const { database } = readConfig({ DATABASE_URL: `sqlite:${path}` });
const create = () =>
  createTarget(
    database,
    schema,
    schema.migrations.map(({ name }) => name),
  );

describe('a restore into a file', () => {
  it('refuses the log of another database, which SQLite would apply', async () => {
    writeFileSync(`${path}-wal`, 'log');
    await expect(create()).rejects.toThrow(/must be empty, but .*-wal exists: move/);
    rmSync(`${path}-wal`);
  });

  it('does not replace a database that has appeared meanwhile', async () => {
    const target = await create();
    writeFileSync(path, 'the database of a service');
    await expect(target.finish(() => Promise.resolve())).rejects.toThrow(
      /must be empty, but .*f\.sqlite exists: move/,
    );
    await target.discard();
    expect(readdirSync(folder)).toEqual(['f.sqlite']);
  });
});
