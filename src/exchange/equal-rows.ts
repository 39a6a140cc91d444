import { hash } from 'node:crypto';

/** Of a text alone: JSON of all parts would be one more copy of a text that can have 4 MB. */
const digestOf = (...parts: (string | number)[]): string => {
  const digests = parts.map((part) => (typeof part === 'string' ? hash('sha256', part) : part));
  return hash('sha256', JSON.stringify(digests), 'base64');
};

/** How often equal lines of one time have come, so that two equal notes stay two. */
export class Repeats {
  constructor(
    private at = '',
    private readonly seen = new Map<string, number>(),
  ) {}

  /** How many equal lines came before this one. */
  count(at: string, ...parts: (string | number)[]): number {
    if (at !== this.at) this.seen.clear();
    this.at = at;
    const key = digestOf(...parts);
    const before = this.seen.get(key) ?? 0;
    this.seen.set(key, before + 1);
    return before;
  }

  copy(): Repeats {
    return new Repeats(this.at, new Map(this.seen));
  }
}

/**
 * The rows of one time in a project or an item, by what makes them equal to a line. They are read once, because a file
 * can have thousands of lines with one time. Keeps digests: the texts may be too large for the memory.
 */
export class RowsOfTime {
  private readonly ids = new Map<string, number[]>();
  private readonly unread = new Map<string, number[]>();

  /** @param at the time, as lines have it */
  constructor(readonly at: string) {}

  add(id: number, ...parts: (string | number)[]): void {
    listIn(this.ids, digestOf(...parts)).push(id);
  }

  /** A row whose text is read only for a line of the same author and size. */
  addUnread(id: number, author: number, bytes: number): void {
    listIn(this.unread, digestOf(author, bytes)).push(id);
  }

  /** The ids of the rows with these values, in the order in which they were added. */
  find(...parts: (string | number)[]): readonly number[] {
    return this.ids.get(digestOf(...parts)) ?? [];
  }

  /** @param readText returns the text of a row, or null if the row is gone */
  async readFor(
    author: number,
    text: string,
    readText: (id: number) => Promise<string | null>,
  ): Promise<void> {
    const key = digestOf(author, Buffer.byteLength(text));
    const texts: [id: number, text: string][] = [];
    for (const id of this.unread.get(key) ?? []) {
      const stored = await readText(id);
      if (stored !== null) texts.push([id, stored]);
    }
    // Only now: the unit of work may run again after a failure.
    for (const [id, stored] of texts) this.add(id, author, stored);
    this.unread.delete(key);
  }
}

function listIn(lists: Map<string, number[]>, key: string): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** All rows, from a function that returns at most `limit` rows after an id. */
export async function* allRows<Row extends { id: number }>(
  limit: number,
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = last.id;
  }
}
