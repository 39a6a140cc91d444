const DAY_MS = 86_400_000;
const TIME_LENGTH = '00:00:00.000Z'.length;
const MAX_DATES = 1_000;

/** Cache: day since 1970 to `2026-01-31T`. The timestamps of one page lie on few days. */
const dates = new Map<number, string>();
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

/**
 * Like `new Date(moment).toISOString()`. Saves 20 µs on a page of 20 notes: docs/decisions/0010.
 *
 * @throws RangeError the moment is outside the range of Date
 */
export function iso(moment: number): string {
  const day = Math.floor(moment / DAY_MS);
  const rest = moment - day * DAY_MS;
  const hours = Math.floor(rest / 3_600_000);
  const minutes = Math.floor(rest / 60_000) % 60;
  const seconds = Math.floor(rest / 1_000) % 60;
  const ms = String(rest % 1_000).padStart(3, '0');
  return `${dateOf(day)}${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes]}:${TWO_DIGITS[seconds]}.${ms}Z`;
}

export const isoOrNull = (moment: number | null): string | null =>
  moment === null ? null : iso(moment);

function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, -TIME_LENGTH);
    if (dates.size === MAX_DATES) dates.clear();
    dates.set(day, date);
  }
  return date;
}
