import { iso } from '../../http/schema/iso.js';
import { clockTime } from '../../database/clock.js';

/** A time as pages show it. */
export interface PageTime {
  /** For programs. */
  iso: string;
  /** In words, relative to now: `3 days ago`. */
  words: string;
  /** `24 November 2026 at 20:36 UTC`. */
  exact: string;
}

const EXACT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/** @param now milliseconds since 1970, as the time itself */
export const pageTime = (ms: number, now = clockTime()): PageTime => ({
  iso: iso(ms),
  words: inWords(ms - now),
  exact: `${EXACT.format(ms)} UTC`,
});

function inWords(ms: number): string {
  const [unit, length] = UNITS.find(([, unitMs]) => Math.abs(ms) >= unitMs) ?? [];
  return unit && length ? RELATIVE.format(Math.trunc(ms / length), unit) : 'just now';
}
