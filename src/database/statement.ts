/** What a placeholder may carry. Booleans travel as 0 and 1. */
export type Value = string | number | boolean | null;
export type Values = Record<string, Value>;

/**
 * SQL text that is built once and sent prepared. Placeholders are `:name`; a name may stand in
 * several places. The phantom `Row` says what a row of the answer looks like.
 */
export interface Statement<Row = unknown> {
  readonly text: string;
  readonly names: readonly string[];
  /** The same in other words, for a server database that has none of these, or would read a whole table. */
  readonly onServer?: Statement;
  readonly _row?: Row;
}

/** `IN (:name...)`: the ids of a JSON array. */
const LIST = /\(:([a-z_]+)\.\.\.\)/g;

/** Such a list as a table of a server, with one column, `row_id`. */
export const serverList = (name: string) =>
  `JSON_TABLE(:${name}, '$[*]' COLUMNS (row_id BIGINT PATH '$')) some`;

/** Compiles `:name` placeholders to the positional ones both engines understand, and lists to what each does. */
export function statement<Row = never>(sql: string): Statement<Row> {
  const withLists = (words: (name: string) => string) =>
    compile<Row>(sql.replace(LIST, (_, name: string) => `(${words(name)})`));
  const embedded = withLists((name) => `SELECT value FROM json_each(:${name})`);
  const server = withLists((name) => `SELECT row_id FROM ${serverList(name)}`);
  return embedded.text === server.text ? embedded : { ...embedded, onServer: server };
}

function compile<Row>(sql: string): Statement<Row> {
  const names: string[] = [];
  const text = sql.replace(/:([a-z_][a-z0-9_]*)/gi, (_, name: string) => {
    names.push(name);
    return '?';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), names };
}

/** The values in the order of the placeholders. A value that was forgotten is a bug, never a NULL. */
export function bind({ names, text }: Statement, values: Values): (string | number | null)[] {
  return names.map((name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for :${name} in ${text}`);
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
