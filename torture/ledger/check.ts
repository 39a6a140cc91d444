import type { SqlConnection } from '../database/connection.js';
import type { Ledger } from './ledger.js';
import { CONTENT_COLUMN, MARKER, type Content, type Row, type TableName } from './row.js';

interface Stored {
  id: number;
  content: string;
}

/** Compares the database with the ledger. Returns one sentence for each difference. */
export async function compareWithLedger(
  connection: SqlConnection,
  { rows }: Ledger,
): Promise<string[]> {
  const stored = await readMarked(connection);
  const differences: string[] = [];
  const keyOf = (row: Row) => `${row.table} ${row.marker}`;
  const keys = new Set(stored.keys());
  const isStored = (row: Row) => keys.has(keyOf(row));
  for (const row of rows) {
    const found = stored.get(keyOf(row)) ?? [];
    stored.delete(keyOf(row));
    const possible = possibleContents(row, isStored);
    if (found.length > 1) differences.push(`${keyOf(row)} is stored ${found.length} times`);
    const [first] = found;
    if (!possible.has(first?.content ?? null))
      differences.push(`${keyOf(row)} ${describe(first?.content ?? null, possible)}`);
    if (first && row.id !== undefined && row.id !== first.id)
      differences.push(`${keyOf(row)} has the id ${first.id}; the response said ${row.id}`);
  }
  for (const key of stored.keys()) differences.push(`${key} is stored, but no client sent it`);
  return differences;
}

/** A row goes with its parent: both are there, or neither is. */
function possibleContents(
  { parent, possible }: Row,
  isStored: (row: Row) => boolean,
): ReadonlySet<Content> {
  for (let row = parent; row; row = row.parent) if (!isStored(row)) return new Set([null]);
  return possible;
}

function describe(content: Content, possible: ReadonlySet<Content>): string {
  const words = (one: Content) => (one === null ? 'absent' : `"${one.slice(0, 40)}"`);
  const expected = [...possible].map(words).join(' or ');
  return `is ${words(content)}, expected ${expected}`;
}

/** Every row that a client sent, by its table and marker. */
async function readMarked(connection: SqlConnection): Promise<Map<string, Stored[]>> {
  const marked = new Map<string, Stored[]>();
  for (const table of Object.keys(CONTENT_COLUMN) as TableName[]) {
    const column = CONTENT_COLUMN[table];
    const where = table === 'notes' ? 'WHERE is_system = 0' : '';
    const rows = await connection.rows(`SELECT id, ${column} AS content FROM ${table} ${where}`);
    for (const { id, content } of rows) {
      const marker = MARKER.exec(String(content))?.[0];
      if (marker === undefined) continue;
      const key = `${table} ${marker}`;
      const all = marked.get(key) ?? [];
      all.push({ id: Number(id), content: String(content) });
      marked.set(key, all);
    }
  }
  return marked;
}
