import { storable } from '../http/input/storable-text.js';
import { iso } from '../http/schema/iso.js';
import type { Row } from './historic-api.js';

const MAX_SHORT = 255;
/** Smaller numbers are seconds, larger ones milliseconds since 1970. */
const LAST_SECONDS = 100_000_000_000;

const MAX_DESCRIPTION = 2_000;

const cut = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

/** The text of a field, cut to the length that the service stores. */
export const textOf = (row: Row, field: string, preset = ''): string => {
  const value = row[field];
  return typeof value === 'string' ? cut(storable(value), MAX_SHORT) : preset;
};

export const textOrNull = (row: Row, field: string): string | null => textOf(row, field) || null;

export const longTextOf = (row: Row, field: string): string | null => {
  const value = row[field];
  return typeof value === 'string' ? storable(value) : null;
};

/** The description of a project, cut to the length that the service stores. */
export const descriptionOf = (row: Row): string | null => {
  const text = longTextOf(row, 'description');
  return text === null ? null : cut(text, MAX_DESCRIPTION);
};

export const integerOf = (row: Row, field: string, preset: number): number =>
  Number.isInteger(row[field]) ? Number(row[field]) : preset;

export const isTrue = (row: Row, field: string, preset = false): boolean =>
  typeof row[field] === 'boolean' ? row[field] : preset;

export const choiceOf = <T>(value: unknown, known: readonly T[], preset: T): T =>
  known.includes(value as T) ? (value as T) : preset;

/** An object inside of another one. Empty if there is none. */
export const partOf = (row: Row, field: string): Row => {
  const value = row[field];
  return typeof value === 'object' && value !== null ? (value as Row) : {};
};

/** A time in ISO 8601 with any zone, or a number since 1970. Null for anything else. */
export function timeOf(row: Row, field: string): string | null {
  const value = row[field];
  const ms =
    typeof value === 'number' ? (value < LAST_SECONDS ? value * 1_000 : value) : parsed(value);
  return Number.isFinite(ms) && ms >= 0 && ms < 8e15 ? iso(Math.floor(ms)) : null;
}

const parsed = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : NaN);

/** Both times. The second is the first if the server does not know it. */
export function timesOf(row: Row): { created_at: string; updated_at: string } {
  const created_at = timeOf(row, 'created_at') ?? '';
  return { created_at, updated_at: timeOf(row, 'updated_at') ?? created_at };
}
