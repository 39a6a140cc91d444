import type { RunningApp } from './app.js';
import { IS_SERVER } from './environment.js';
import { sql, tablesOf } from './internals.js';

const CHANGES = ['INSERT', 'UPDATE', 'DELETE'];

/** Counts every written row inside its transaction, and fails at a given one. */
const trigger = IS_SERVER
  ? (table: string, change: string) =>
      `CREATE TRIGGER injected_${table}_${change} AFTER ${change} ON ${table} FOR EACH ROW
         BEGIN
           UPDATE injected SET seen = seen + 1;
           IF (SELECT seen = fails_at FROM injected) THEN
             SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'injected failure';
           END IF;
         END`
  : (table: string, change: string) =>
      `CREATE TRIGGER injected_${table}_${change} AFTER ${change} ON ${table}
         BEGIN
           UPDATE injected SET seen = seen + 1;
           SELECT RAISE(ABORT, 'injected failure') FROM injected WHERE seen = fails_at;
         END`;

/** Lets the database fail at any row it writes. It never fails until `failAt`. */
export async function injectFailures(forge: RunningApp): Promise<void> {
  await sql(forge, 'CREATE TABLE injected (seen int NOT NULL, fails_at int NOT NULL)');
  await sql(forge, 'INSERT INTO injected VALUES (0, 0)');
  for (const table of tablesOf(forge))
    for (const change of CHANGES) await sql(forge, trigger(table, change));
}

/** Fails the nth row written from now on. 0 fails none. */
export async function failAt(forge: RunningApp, n: number): Promise<void> {
  await sql(forge, `UPDATE injected SET seen = 0, fails_at = ${n}`);
}
