import { openEngine } from './internals.js';
import type { Row } from './write-ledger.js';

/** Every row of the service's tables, by table. */
export async function allContent(url: string): Promise<Record<string, Row[]>> {
  const { dataSource, close } = await opened(url);
  try {
    const content: Record<string, Row[]> = {};
    for (const { tableName } of dataSource.entityMetadatas)
      if (tableName !== 'commit_witnesses')
        content[tableName] = await dataSource.query<Row[]>(
          `SELECT * FROM ${tableName} ORDER BY id`,
        );
    return content;
  } finally {
    await close();
  }
}

async function opened(url: string) {
  const engine = await openEngine(url);
  return { dataSource: engine.dataSource, close: () => engine.close() };
}
