/** The tables whose rows the clients create, each with the column that holds the content a client sent. */
export const CONTENT_COLUMN = {
  notes: 'body',
  issues: 'title',
  users: 'name',
  emails: 'email',
  ssh_keys: 'title',
} as const;

export type TableName = keyof typeof CONTENT_COLUMN;

/** Null: the row does not exist. */
export type Content = string | null;

/** What the ledger knows of one row that a client asked for. */
export interface Row {
  readonly table: TableName;
  /** Unique, and part of each content of this row. The database can hold it once. */
  readonly marker: string;
  /** Deleted together with this row. */
  readonly parent?: Row;
  /** Every content the row may have after the responses so far. */
  possible: Set<Content>;
  /** From the response to the request that created the row. */
  id?: number;
}

export const newRow = (table: TableName, marker: string, parent?: Row): Row => ({
  table,
  marker,
  ...(parent && { parent }),
  possible: new Set<Content>([null]),
});

/** The marker in a content. */
export const MARKER = /z[0-9a-z]+z/;
