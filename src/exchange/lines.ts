import {
  boolean,
  choice,
  content,
  counts,
  identities,
  iid,
  integer,
  description,
  longText,
  name,
  number,
  orNull,
  reference,
  text,
  time,
  type Field,
} from './fields.js';

/** The version of the format. A change that older programs cannot read increases it. */
export const FORMAT = 1;

const visibility = choice(0, 10, 20);
/** Where a note or an award is: `noteable` is the iid of an issue or merge request, or the number of a snippet. */
const place = {
  project: reference,
  noteable_kind: choice('issue', 'merge_request', 'snippet'),
  noteable: number,
};
const times = { created_at: time, updated_at: time };
const item = {
  project: reference,
  iid,
  title: name,
  description: orNull(longText),
  author: name,
  assignee: orNull(name),
};

/** The fields of each kind of line. docs/exchange.md describes them. */
export const FIELDS = {
  header: { format: integer, version: text, created_at: time },
  user: {
    ...{ username: name, email: name, name },
    state: choice('active', 'blocked', 'ldap_blocked'),
    ...{ admin: boolean, external: boolean, can_create_group: boolean, projects_limit: integer },
    ...{ bio: orNull(text), location: orNull(text), organization: orNull(text) },
    ...{ messenger: text, professional_network: text, microblog: text, website_url: text },
    ...{ theme_id: integer, color_scheme_id: integer },
    ...{ created_at: time, confirmed_at: orNull(time) },
    ...{ current_sign_in_at: orNull(time), last_sign_in_at: orNull(time), identities },
  },
  email: { user: name, email: name, created_at: time },
  key: { user: name, title: name, key: longText, created_at: time },
  project: {
    ...{ project: reference, owner: name, path: name, name, description: orNull(description) },
    visibility_level: visibility,
    ...{ issue_count: integer, merge_request_count: integer },
    ...{ created_at: time, last_activity_at: time },
  },
  member: {
    ...{ project: reference, user: name },
    access_level: choice(10, 20, 30, 40),
    created_at: time,
  },
  issue: {
    ...item,
    confidential: boolean,
    state: choice('opened', 'reopened', 'closed'),
    ...times,
  },
  merge_request: {
    ...item,
    ...{ source_branch: name, target_branch: name },
    state: choice('opened', 'reopened', 'closed', 'merged'),
    ...times,
  },
  snippet: {
    ...{ project: reference, number, title: name, file_name: text, code: longText, author: name },
    visibility_level: visibility,
    ...times,
  },
  note: { ...place, number, author: name, body: content, system: boolean, ...times },
  award_emoji: { ...place, note: orNull(number), user: name, name, ...times },
  end: { counts, sha256: orNull(text) },
} satisfies Record<string, Record<string, Field<unknown>>>;

export type Kind = keyof typeof FIELDS;
/** Kinds of lines with data. */
export type DataKind = Exclude<Kind, 'header' | 'end'>;

type Value<F> = F extends Field<infer T> ? T : never;
export type LineOf<K extends Kind> = {
  [OneKind in K]: { kind: OneKind } & {
    [F in keyof (typeof FIELDS)[OneKind]]: Value<(typeof FIELDS)[OneKind][F]>;
  };
}[K];
export type DataLine = LineOf<DataKind>;
export type ItemKind = LineOf<'note'>['noteable_kind'];

export type Counts = Partial<Record<DataKind, number>>;

/** In the order of their first lines. */
export const DATA_KINDS = Object.keys(FIELDS).filter(
  (kind) => kind !== 'header' && kind !== 'end',
) as DataKind[];

export const isKind = (kind: unknown): kind is Kind =>
  typeof kind === 'string' && Object.hasOwn(FIELDS, kind);

/** The first field whose value is missing or wrong. Null if all are right. */
export function wrongField(line: Record<string, unknown> & { kind: Kind }): string | null {
  const fields: Record<string, Field<unknown>> = FIELDS[line.kind];
  const wrong = Object.entries(fields).find(([key, { accepts }]) => !accepts(line[key]));
  return wrong?.[0] ?? null;
}
