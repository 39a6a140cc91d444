import type { Node } from '../cluster/node.js';

/** Makes all unique indexes of the database plain ones, besides primary keys. */
export async function dropUniqueIndexes(node: Node, database: string): Promise<void> {
  const indexes = await node.rows(
    `SELECT table_name AS owner, index_name AS name, GROUP_CONCAT(column_name ORDER BY seq_in_index) AS columns
     FROM information_schema.statistics
     WHERE table_schema = '${database}' AND non_unique = 0 AND index_name <> 'PRIMARY'
     GROUP BY table_name, index_name`,
  );
  for (const { owner, name, columns } of indexes) {
    const plain = `ADD INDEX plain_${String(name)} (${String(columns)})`;
    await node.run(`ALTER TABLE ${database}.${String(owner)} ${plain}, DROP INDEX ${String(name)}`);
  }
}
