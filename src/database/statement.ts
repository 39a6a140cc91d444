import { LoggableError } from '../base/log/loggable-error.js';

/** Values of placeholders. Booleans are sent as 0 and 1. */
type Value = string | number | boolean | null;
export type Values = Record<string, Value>;

/**
 * SQL of fixed text, compiled once and sent as a prepared statement, but for units in a cluster (docs/decisions/0037). A read
 * costs a sixth of one through TypeORM (docs/decisions/0010). Placeholders are `:name` and may repeat.
 * The phantom type `Row` describes a row of the result.
 */
export interface Statement<Row = unknown> {
  readonly text: string;
  readonly names: readonly string[];
  /** The text for MySQL and MariaDB, where it has to differ. */
  readonly onServer?: Statement;
  readonly _row?: Row;
}

/** `IN (:name...)`: a list of ids, passed as a JSON array. `IN (:name... text)`: a list of texts. */
const LIST = /\(:([a-z_]+)\.\.\.( text)?\)/g;

/** The same list as a derived table on MySQL and MariaDB, with the column `row_id`. */
export const serverList = (name: string) =>
  `JSON_TABLE(:${name}, '$[*]' COLUMNS (row_id BIGINT PATH '$')) ids`;

/** The type of a text in a JSON_TABLE. Without a character set it has the default one of the database. */
export const serverText = (length: number) => `VARCHAR(${length}) CHARSET utf8mb4`;

/** With the collation of the columns: without it, the server compares without an index, or not at all. */
const serverTexts = (name: string) =>
  `SELECT row_text COLLATE utf8mb4_bin FROM JSON_TABLE(:${name}, '$[*]' COLUMNS (row_text ${serverText(510)} PATH '$')) texts`;

/** SQL of the values of a group of rows as the text of a JSON array, in no particular order. Null without rows. */
export const jsonArray = (sql: string): string => `CAST(JSON_ARRAYAGG(${sql}) AS CHAR)`;

/** The suffix of a SELECT that locks its rows shared, in the one form that both MySQL and MariaDB know. */
export const SHARE_LOCK = ' LOCK IN SHARE MODE';

interface UpdateWhere {
  /** The table and its alias: `issues i`. */
  table: string;
  /** SQL of the new values, by column. A value must not read another column that changes: engines differ there. */
  set: Record<string, string>;
  /** Further tables, which decide whether the row is changed. */
  joins: string;
  where: string;
}

/**
 * Builds an UPDATE that changes a row only if rows of other tables allow it. MySQL and MariaDB lock those rows shared until
 * the transaction ends. The same check in a subquery costs them more (docs/decisions/0022). SQLite knows no JOIN here, and
 * has one writer at a time.
 */
export const updateWhere = ({ table, set, joins, where }: UpdateWhere): Statement<never> => {
  const [name = table, alias = table] = table.split(' ');
  const values = Object.entries(set);
  const assign = (prefix: string) =>
    values.map(([column, value]) => `${prefix}${column} = ${value}`).join(', ');
  return {
    ...statement(`UPDATE ${name} AS ${alias} SET ${assign('')}
      WHERE ${alias}.id IN (SELECT ${alias}.id FROM ${table} ${joins} WHERE ${where})`),
    onServer: statement(`UPDATE ${table} ${joins} SET ${assign(`${alias}.`)} WHERE ${where}`),
  };
};

/** Compiles `:name` to positional placeholders, and lists to each engine's JSON function. */
export function statement<Row = never>(sql: string): Statement<Row> {
  const withLists = (text: string, words: (name: string, isText: boolean) => string) =>
    compile<Row>(
      text.replace(LIST, (_, name: string, isText?: string) => `(${words(name, Boolean(isText))})`),
    );
  const embedded = withLists(
    sql.replaceAll('JSON_ARRAYAGG', 'JSON_GROUP_ARRAY'),
    (name) => `SELECT value FROM json_each(:${name})`,
  );
  const server = withLists(sql, (name, isText) =>
    isText ? serverTexts(name) : `SELECT row_id FROM ${serverList(name)}`,
  );
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

/** The values in placeholder order. A missing value is an error, never NULL. */
export function bind({ names, text }: Statement, values: Values): (string | number | null)[] {
  return names.map((name) => {
    const value = values[name];
    if (value === undefined) throw new LoggableError(`No value for :${name} in ${text}`);
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
