import { PAGE_TEXT_BYTES, rowBytes } from '../../database/long-texts.js';
import type { Found, OrderedRows } from '../../database/listing.js';
import type { Page } from './page.js';

/** Rows are read together if their texts have at most this many bytes. A longer text is read alone. */
const GROUP_BYTES = 262_144;

/** Adds the texts that were too long to be read with their rows, or defers them if they are too long for a page. */
export async function withTexts<Row>(
  list: OrderedRows<Row>,
  rows: (Row & Found)[],
  limit: number,
): Promise<Pick<Page<Row>, 'items' | 'groups'>> {
  const most = rowBytes(limit);
  if (rows.every(({ text_bytes = 0 }) => text_bytes <= most)) return { items: rows };
  const total = rows.reduce((sum, { text_bytes = 0 }) => sum + text_bytes, 0);
  if (total > PAGE_TEXT_BYTES)
    return { items: [], groups: groupIds(rows).map((ids) => () => list.whole(ids)) };
  return { items: await list.whole(rows.map(({ key_id }) => key_id)) };
}

function groupIds(rows: readonly Found[]): number[][] {
  const groups: number[][] = [];
  let bytes = Infinity;
  for (const { key_id, text_bytes = 0 } of rows) {
    bytes += text_bytes;
    if (bytes > GROUP_BYTES) {
      groups.push([]);
      bytes = text_bytes;
    }
    groups.at(-1)?.push(key_id);
  }
  return groups;
}
