import { Column, type ValueTransformer } from 'typeorm';

/** MySQL drivers return bigint as text. Every id and timestamp here stays below 2^53. */
const integer: ValueTransformer = {
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
  to: (value: unknown) => value,
};

/** The primary key of every table: a signed auto-increment bigint. Not a sort order: a cluster skips and reorders ids. */
export const PrimaryId = () =>
  Column({ type: 'bigint', primary: true, generated: 'increment', transformer: integer });

/** A reference to another table's id. */
export const IdColumn = (options: { name: string; nullable?: boolean }) =>
  Column({ ...options, type: 'bigint', transformer: integer });

/** Milliseconds since 1970-01-01 UTC: the same value, order and precision on every engine. */
export const TimestampColumn = (options: { name: string; nullable?: boolean }) =>
  Column({ ...options, type: 'bigint', transformer: integer });

/** Up to 16 MiB of text. */
export const LongTextColumn = (options: { name?: string; nullable?: boolean } = {}) =>
  Column({ ...options, type: 'mediumtext' });
