import { Column, type ValueTransformer } from 'typeorm';

/** MySQL drivers hand bigint over as text; every id and moment here stays below 2^53. */
const integer: ValueTransformer = {
  from: (value: unknown) => (value === null || value === undefined ? value : Number(value)),
  to: (value: unknown) => value,
};

/** The one kind of primary key: a signed bigint the database counts. Never an order, see `created_at`. */
export const PrimaryId = () =>
  Column({ type: 'bigint', primary: true, generated: 'increment', transformer: integer });

/** A reference to another table's id. */
export const IdColumn = (options: { name: string; nullable?: boolean }) =>
  Column({ ...options, type: 'bigint', transformer: integer });

/** A moment in milliseconds since 1970-01-01 UTC: the same number, order and precision on every engine. */
export const MomentColumn = (options: { name: string; nullable?: boolean }) =>
  Column({ ...options, type: 'bigint', transformer: integer });

/** Up to 16 MiB of text. */
export const LongTextColumn = (options: { name?: string; nullable?: boolean } = {}) =>
  Column({ ...options, type: 'mediumtext' });
