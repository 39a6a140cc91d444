import { freshFile, type FreshDatabase } from '../support/database.js';
import { openEngine, type Engine } from '../support/internals.js';

describe('the connections of the embedded database', () => {
  let database: FreshDatabase;
  let engine: Engine;
  beforeAll(async () => {
    database = await freshFile();
    engine = await openEngine(database.url);
    await engine.dataSource.query('CREATE TABLE things (id INTEGER PRIMARY KEY)');
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  const query = async (mode: 'master' | 'slave', text: string): Promise<unknown> => {
    const runner = engine.dataSource.createQueryRunner(mode);
    try {
      const [row] = (await runner.query(text)) as object[];
      return Object.values(row ?? {})[0];
    } finally {
      await runner.release();
    }
  };

  it('write every commit to disk before it is acknowledged', async () => {
    const FULL = 2;
    expect(await query('master', 'PRAGMA synchronous')).toBe(FULL);
  });

  it.each([
    ['master', 'main'],
    ['slave', 'file'],
  ] as const)('use the write-ahead log: %s', async (mode, schema) => {
    expect(await query(mode, `PRAGMA ${schema}.journal_mode`)).toBe('wal');
  });

  it('enforce foreign keys', async () => {
    expect(await query('master', 'PRAGMA foreign_keys')).toBe(1);
  });

  it('block the process only briefly while another process writes', async () => {
    expect(await query('master', 'PRAGMA busy_timeout')).toBeLessThanOrEqual(100);
  });

  it('do not write through the read connection', async () => {
    await expect(query('slave', 'INSERT INTO things DEFAULT VALUES RETURNING id')).rejects.toThrow(
      /readonly/,
    );
  });
});
