import type { QueryRunner } from 'typeorm';

/**
 * A table, written once for all engines. The text of the columns is SQL with placeholders: `{id}`, `{bigint}`,
 * `{int}`, `{boolean}`, `{varchar:length}`, `{text}` and `{reference:name:column:table}` (a foreign key).
 */
export interface Table {
  name: string;
  columns: string;
  /** The columns of each index, by its name. */
  indexes: Record<string, string>;
  uniqueIndexes?: Record<string, string>;
}

const SERVER_TYPES: Record<string, string> = {
  id: '`id` bigint NOT NULL AUTO_INCREMENT PRIMARY KEY',
  bigint: 'bigint',
  int: 'int',
  boolean: 'tinyint',
  text: 'mediumtext',
};
const SQLITE_TYPES: Record<string, string> = {
  id: '`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL',
  bigint: 'integer',
  int: 'integer',
  boolean: 'boolean',
  text: 'text',
};
/** The binary collation compares text by code point, as SQLite does, whatever the database's default is. */
const SERVER_OPTIONS = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

/** Schema changes in the SQL of the engine. Each can run again, so that the next start can finish a migration. */
export function dialect(runner: QueryRunner) {
  const isServer = runner.dataSource.options.type === 'mysql';
  const types = isServer ? SERVER_TYPES : SQLITE_TYPES;

  const translate = (columns: string) =>
    columns
      .replace(
        /\{reference:(\w+):(\w+):(\w+)\}/g,
        'CONSTRAINT `$1` FOREIGN KEY (`$2`) REFERENCES `$3` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION',
      )
      // On SQLite TypeORM writes no length for its default of 255. A test compares the tables with the entities.
      .replace(/\{varchar:(\d+)\}/g, (_, length: string) =>
        isServer || length !== '255' ? `varchar(${length})` : 'varchar',
      )
      .replace(/\{(\w+)\}/g, (_, name: string) => types[name] ?? name);
  const hasIndex = async (table: string, name: string): Promise<boolean> => {
    const rows: unknown = await runner.query(
      isServer
        ? `SHOW INDEX FROM \`${table}\` WHERE Key_name = '${name}'`
        : `SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = '${name}'`,
    );
    return Array.isArray(rows) && rows.length > 0;
  };
  const run = (sql: string) => runner.query(isServer ? sql : sql.replaceAll('`', '"'));

  return {
    async createTable({ name, columns, indexes, uniqueIndexes = {} }: Table): Promise<void> {
      const all = [
        ...Object.entries(indexes).map((index) => ['INDEX', ...index] as const),
        ...Object.entries(uniqueIndexes).map((index) => ['UNIQUE INDEX', ...index] as const),
      ];
      const create = `CREATE TABLE IF NOT EXISTS \`${name}\``;
      if (isServer) {
        // One statement, because MySQL has no CREATE INDEX IF NOT EXISTS.
        const inTable = all.map(([kind, index, on]) => `${kind} \`${index}\` (${on})`);
        await run(`${create} (${[translate(columns), ...inTable].join(', ')}) ${SERVER_OPTIONS}`);
        return;
      }
      await run(`${create} (${translate(columns)})`);
      for (const [kind, index, on] of all)
        await run(`CREATE ${kind} IF NOT EXISTS \`${index}\` ON \`${name}\` (${on})`);
    },
    /** Does nothing if the table has the column. */
    async addColumn(table: string, name: string, definition: string): Promise<void> {
      if (!(await runner.hasColumn(table, name)))
        await run(`ALTER TABLE \`${table}\` ADD COLUMN \`${name}\` ${translate(definition)}`);
    },
    /** Does nothing if the table has an index of this name. */
    async addIndex(table: string, name: string, columns: string): Promise<void> {
      // MySQL has no CREATE INDEX IF NOT EXISTS.
      if (!(await hasIndex(table, name)))
        await run(`CREATE INDEX \`${name}\` ON \`${table}\` (${columns})`);
    },
    async dropTable(name: string): Promise<void> {
      await run(`DROP TABLE IF EXISTS \`${name}\``);
    },
  };
}
