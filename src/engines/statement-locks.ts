import type { DatabaseConfig } from '../config/config.js';

type Kind = DatabaseConfig['kind'];

const ALL_WRITERS =
  'Writers to all tables wait until it ends; after 10 s they get 503. Reads continue.';
const UNTIL_COMMIT =
  'Writers to all tables wait until its transaction ends; after 10 s they get 503. Reads continue.';
const ONLINE =
  'Reads and writes continue, except for a short lock of the table at the start and the end.';

/** What requests notice of a statement. The first pattern that matches decides. */
const LOCKS: readonly (readonly [pattern: RegExp, sentences: Record<Kind, string>])[] = [
  [
    /^CREATE TABLE /i,
    {
      sqlite: 'Writers wait for a moment. Reads continue.',
      mysql:
        'The table is new: requests wait only for a moment, on the tables that its foreign keys name.',
    },
  ],
  [
    /^ALTER TABLE \S+ (ADD COLUMN|RENAME) /i,
    {
      sqlite: 'Writers wait for a moment, whatever the number of rows. Reads continue.',
      mysql: ONLINE,
    },
  ],
  [
    /^(CREATE (UNIQUE )?INDEX|DROP INDEX) /i,
    {
      sqlite: ALL_WRITERS,
      mysql: ONLINE,
    },
  ],
  [
    /^(UPDATE|DELETE|INSERT) /i,
    {
      sqlite: ALL_WRITERS,
      mysql:
        'The rows that it writes are locked until its transaction ends: other writes to these rows wait, and get 503 if it takes long. Reads continue.',
    },
  ],
];

/** Other ALTER, for example MODIFY, and whatever no pattern fits. */
const OTHER: Record<Kind, string> = {
  sqlite: ALL_WRITERS,
  mysql:
    'The server may copy the table: then writes to it wait until the copy ends, and get 503 if it takes long. Reads continue.',
};

/**
 * What a statement of a migration does to requests meanwhile, in one or two sentences.
 *
 * @param isInTransaction the statement is one of several in a transaction: SQLite then holds its lock until the commit
 */
export function locksOf(sql: string, isInTransaction: boolean, kind: Kind): string {
  if (isInTransaction && kind === 'sqlite') return UNTIL_COMMIT;
  const [, sentences] = LOCKS.find(([pattern]) => pattern.test(sql)) ?? [null, OTHER];
  return sentences[kind];
}
