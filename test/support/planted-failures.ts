import type { Forge } from './app.js';
import { ENGINE_UNDER_TEST } from './environment.js';
import { sql, tablesOf } from './internals.js';

const CHANGES = ['INSERT', 'UPDATE', 'DELETE'];

/** Counts every written row inside its transaction, and fails at a given one. */
const trigger =
  ENGINE_UNDER_TEST === 'mariadb'
    ? (table: string, change: string) =>
        `CREATE TRIGGER planted_${table}_${change} AFTER ${change} ON ${table} FOR EACH ROW
         BEGIN
           UPDATE planted SET seen = seen + 1;
           IF (SELECT seen = fails_at FROM planted) THEN
             SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'planted failure';
           END IF;
         END`
    : (table: string, change: string) =>
        `CREATE TRIGGER planted_${table}_${change} AFTER ${change} ON ${table}
         BEGIN
           UPDATE planted SET seen = seen + 1;
           SELECT RAISE(ABORT, 'planted failure') FROM planted WHERE seen = fails_at;
         END`;

/** Lets the database fail at any row it writes. It never fails until `failAt`. */
export async function plantFailures(forge: Forge): Promise<void> {
  await sql(forge, 'CREATE TABLE planted (seen int NOT NULL, fails_at int NOT NULL)');
  await sql(forge, 'INSERT INTO planted VALUES (0, 0)');
  for (const table of tablesOf(forge))
    for (const change of CHANGES) await sql(forge, trigger(table, change));
}

/** Fails the nth row written from now on. 0 fails none. */
export async function failAt(forge: Forge, n: number): Promise<void> {
  await sql(forge, `UPDATE planted SET seen = 0, fails_at = ${n}`);
}
