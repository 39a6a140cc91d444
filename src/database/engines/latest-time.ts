import type { DataSource } from 'typeorm';

/** More than one: administrators may set `created_at` to an earlier time, and a cluster does not give ids in order. */
const NEWEST_ROWS = 100;

/** The latest time in the newest rows of all tables. 0 if there are none. */
export async function latestTime(dataSource: DataSource): Promise<number> {
  const latest = dataSource.entityMetadatas.flatMap(({ tableName, columns }) => {
    const names = columns.map(({ databaseName }) => databaseName);
    if (!names.includes('id')) return [];
    return ['created_at', 'updated_at']
      .filter((name) => names.includes(name))
      .map(
        (name) =>
          `SELECT MAX(time) AS time FROM (SELECT ${name} AS time FROM ${tableName} ORDER BY id DESC LIMIT ${NEWEST_ROWS}) newest`,
      );
  });
  const [row] = await dataSource.query<{ time: number | string | null }[]>(
    `SELECT MAX(time) AS time FROM (${latest.join(' UNION ALL ')}) latest`,
  );
  return Number(row?.time ?? 0);
}
