import { openEngine } from './internals.js';
import type { Row } from './write-ledger.js';

/** Every row of the service's tables, by table. */
export async function allContent(url: string): Promise<Record<string, Row[]>> {
  const { dataSource, close } = await opened(url);
  try {
    const content: Record<string, Row[]> = {};
    for (const { tableName } of dataSource.entityMetadatas)
      content[tableName] = await dataSource.query<Row[]>(`SELECT * FROM ${tableName} ORDER BY id`);
    return content;
  } finally {
    await close();
  }
}

/** Every row of a copy, without the event of the command that has made it, and that event. */
export async function copiedContent(
  url: string,
): Promise<{ content: Record<string, Row[]>; event: Row | undefined }> {
  const content = await allContent(url);
  const event = content['audit_events']?.pop();
  return { content, event };
}

async function opened(url: string) {
  const engine = await openEngine(url);
  return { dataSource: engine.dataSource, close: () => engine.close() };
}
