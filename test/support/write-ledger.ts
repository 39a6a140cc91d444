type Value = string | number | null;
export type Row = Record<string, Value>;

/**
 * Stored rows that have the same key are versions of one row, or rows of one parent. Not each table has to be here: all are
 * written in the same way.
 */
const KEYS = {
  users: ({ username }) => username,
  identities: ({ extern_uid }) => extern_uid,
  user_terms: ({ user_id }) => user_id,
  emails: ({ email }) => email,
  outbox_mails: ({ recipient }) => recipient,
  ssh_keys: ({ title }) => title,
  sign_in_addresses: ({ user_id }) => user_id,
  projects: ({ path }) => path,
  project_members: ({ project_id, user_id }) => [project_id, user_id].join(' '),
  issues: ({ description }) => description,
  merge_requests: ({ description }) => description,
  snippets: ({ file_name }) => file_name,
  // A change of a note keeps its first word.
  notes: ({ body }) => String(body).split(' ', 1)[0],
  award_emoji: ({ awardable_type, awardable_id, name }) =>
    [awardable_type, awardable_id, name].join(' '),
  events: ({ action, project_id, subject_type, subject_id, note_id }) =>
    [action, project_id, subject_type, subject_id, note_id].join(' '),
  audit_events: ({ action, subject_type, subject_id }) =>
    [action, subject_type, subject_id].join(' '),
  stored_responses: ({ request_key }) => request_key,
} satisfies Record<string, (row: Row) => Value | undefined>;

export type TableName = keyof typeof KEYS;
const TABLES = Object.keys(KEYS) as TableName[];

/** Their keys have ids that clients learn from responses, so they cannot be announced before the request. */
const KEYED_BY_ID: readonly TableName[] = ['user_terms', 'events', 'audit_events'];

/** Columns that a row must have. Null: there is no such row. */
type Version = Row | null;

interface History {
  table: TableName;
  key: string;
  versions: Version[];
  /** The last acknowledged version; -1 if none was. */
  acknowledged: number;
}

/** The last acknowledged version of each row at one moment. */
type Mark = ReadonlyMap<History, number>;

/** Which rows clients have sent, and which of them the service has acknowledged. */
export class WriteLedger {
  private readonly histories = new Map<string, History>();

  static keyOf(table: TableName, row: Row): string {
    return String(KEYS[table](row));
  }

  /** Must be called before the request is sent. Returns what acknowledges the row. */
  send(table: TableName, key: string, version: Version): () => void {
    const name = `${table} ${key}`;
    const history = this.histories.get(name) ?? { table, key, versions: [], acknowledged: -1 };
    this.histories.set(name, history);
    const index = history.versions.push(version) - 1;
    return () => {
      history.acknowledged = Math.max(history.acknowledged, index);
    };
  }

  mark(): Mark {
    const acknowledged = [...this.histories.values()].filter((one) => one.acknowledged >= 0);
    return new Map(acknowledged.map((history) => [history, history.acknowledged]));
  }

  /** The tables without acknowledged rows. */
  untouched(): string[] {
    const touched = new Set([...this.mark().keys()].map(({ table }) => table));
    return TABLES.filter((table) => !touched.has(table));
  }

  /**
   * Compares all rows of a database with what was acknowledged at that moment. A row may also have a later version.
   * Returns one sentence for each difference.
   *
   * @param before rows that were there before the clients
   */
  compare(content: Record<string, Row[]>, mark: Mark, before: Record<string, Row[]>): string[] {
    const stored = rowsByKey(content);
    const lost = [...mark].flatMap(([{ table, key, versions }, acknowledged]) => {
      const rows = stored.get(`${table} ${key}`) ?? [];
      const allowed = versions.slice(acknowledged);
      if (allowed.some((version) => fits(rows, version))) return [];
      return [`${table} ${key} is ${JSON.stringify(rows)}, not ${JSON.stringify(allowed)}`];
    });
    const known = rowsByKey(before);
    const foreign = [...stored].flatMap(([name, [row]]) => {
      const [table = ''] = name.split(' ', 1);
      if (known.has(name) || this.histories.has(name)) return [];
      if (KEYED_BY_ID.includes(table as TableName) || row?.['is_system'] === 1) return [];
      return [`${name} was sent by no client`];
    });
    return [...lost, ...foreign];
  }
}

function rowsByKey(content: Record<string, Row[]>): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const table of TABLES)
    for (const row of content[table] ?? []) {
      const name = `${table} ${WriteLedger.keyOf(table, row)}`;
      found.set(name, [...(found.get(name) ?? []), row]);
    }
  return found;
}

const fits = (rows: Row[], version: Version): boolean =>
  version === null
    ? rows.length === 0
    : rows.some((row) =>
        Object.entries(version).every(([name, value]) => String(row[name]) === String(value)),
      );
