import type { QueryRunner } from 'typeorm';

/** One text for both engines: `{id}`, `{bigint}`, `{int}`, `{boolean}`, `{varchar:n}`, `{text}` and `{reference:name:column:table}` become its own words. */
export function dialect(runner: QueryRunner) {
  const server = runner.dataSource.options.type === 'mysql';
  const types: Record<string, string> = server
    ? {
        id: '`id` bigint NOT NULL AUTO_INCREMENT PRIMARY KEY',
        bigint: 'bigint',
        int: 'int',
        boolean: 'tinyint',
        text: 'mediumtext',
      }
    : {
        id: '`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL',
        bigint: 'integer',
        int: 'integer',
        boolean: 'boolean',
        text: 'text',
      };
  const translate = (sql: string) => {
    const typed = sql
      .replace(
        /\{reference:(\w+):(\w+):(\w+)\}/g,
        'CONSTRAINT `$1` FOREIGN KEY (`$2`) REFERENCES `$3` (`id`) ON DELETE NO ACTION ON UPDATE NO ACTION',
      )
      .replace(/\{varchar:(\d+)\}/g, (_, length: string) =>
        server || length !== '255' ? `varchar(${length})` : 'varchar',
      )
      .replace(/\{(\w+)\}/g, (_, name: string) => types[name] ?? name);
    return server ? typed : typed.replaceAll('`', '"');
  };
  return {
    /** Compares text by code point on both engines, whatever the database's default says. */
    async createTable(name: string, definition: string) {
      const options = server ? ' ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin' : '';
      await runner.query(
        translate(`CREATE TABLE IF NOT EXISTS \`${name}\` (${definition})${options}`),
      );
    },
    /** `IF NOT EXISTS` cannot be said of an index on every server, so it is looked up: a run that was cut off goes on. */
    async createIndex(
      kind: 'INDEX' | 'UNIQUE INDEX',
      name: string,
      table: string,
      columns: string,
    ) {
      if (await hasIndex(runner, name, table)) return;
      await runner.query(translate(`CREATE ${kind} \`${name}\` ON \`${table}\` (${columns})`));
    },
    async dropIndex(name: string, table: string) {
      if (!(await hasIndex(runner, name, table))) return;
      await runner.query(translate(`DROP INDEX \`${name}\`${server ? ` ON \`${table}\`` : ''}`));
    },
    async dropTable(name: string) {
      await runner.query(translate(`DROP TABLE IF EXISTS \`${name}\``));
    },
  };
}

async function hasIndex(runner: QueryRunner, name: string, table: string): Promise<boolean> {
  const there = await runner.getTable(table);
  return there?.indices.some((index) => index.name === name) ?? false;
}
