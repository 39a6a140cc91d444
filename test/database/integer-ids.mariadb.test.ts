import { startForge } from '../support/app.js';
import { freshDatabase } from '../support/database.js';
import { openEngine, sql, statement } from '../support/internals.js';

interface ColumnType {
  name: string;
  type: string;
}

const COLUMNS = `SELECT DISTINCT column_name AS name, data_type AS type FROM information_schema.columns
  WHERE table_schema = DATABASE() AND (column_name = 'id' OR column_name LIKE '%\\_id') ORDER BY name`;

describe('an id in a statement', () => {
  // With a DOUBLE, MariaDB 11.8 compares each child with its parent, and may begin with all parents.
  it('is known to be the id of the joined row before the join', async () => {
    const database = await freshDatabase();
    const engine = await openEngine(database.url);
    try {
      const { dataSource } = engine;
      await dataSource.query('CREATE TABLE parents (id bigint PRIMARY KEY)');
      await dataSource.query(
        'CREATE TABLE children (id bigint PRIMARY KEY, parent_id bigint NOT NULL, KEY of_parent (parent_id))',
      );
      const rows = Array.from({ length: 100 }, (_, n) => `(${n + 1})`);
      await dataSource.query(`INSERT INTO parents VALUES ${rows.join(', ')}`);
      await dataSource.query('INSERT INTO children SELECT id, id FROM parents');
      await dataSource.query('ANALYZE TABLE parents, children');
      const joined = `SELECT c.id FROM children c JOIN parents p ON p.id = c.parent_id WHERE c.parent_id = :parent`;
      const values = { parent: 7 };
      expect(await engine.read(statement(joined), values, 5_000)).toEqual([{ id: 7 }]);
      const plan = await engine.read(statement(`EXPLAIN ${joined}`), values, 5_000);
      expect(plan).toContainEqual(expect.objectContaining({ table: 'p', type: 'const' }));
    } finally {
      await engine.close();
      await database.drop();
    }
  });

  it('belongs to a column of integers, as its name says, unless that is unique_id', async () => {
    const forge = await startForge();
    try {
      const columns = await sql<ColumnType>(forge, COLUMNS);
      const texts = columns.filter(({ type }) => !['int', 'bigint'].includes(type));
      expect(texts).toEqual([{ name: 'unique_id', type: 'varchar' }]);
    } finally {
      await forge.close();
    }
  });
});
