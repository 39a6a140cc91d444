import { currentTime } from '../../database/clock.js';
import { UNREADABLE } from './declared-value.js';
import { isWord, param, type ParamOptions } from './params.js';
import { parseTimestamp } from './timestamps.js';

/** Accepts ISO 8601 timestamps from 1970 until now. The value is milliseconds since 1970. No zone means UTC. */
export function PastTimestampParam(options: ParamOptions): PropertyDecorator {
  const read = (raw: unknown) => {
    if (raw === null || raw === '') return undefined;
    return (isWord(raw) ? parseTimestamp(raw) : null) ?? UNREADABLE;
  };
  const problem = (value: unknown) =>
    typeof value === 'number' && value >= 0 && value <= currentTime() ? null : 'is invalid';
  const description = `${options.description} From 1970 until now, with an offset of at most 14 hours.`;
  const example = options.example ?? '2026-01-31T12:00:00.000Z';
  return param(
    { ...options, description, example },
    { type: 'string', format: 'date-time' },
    read,
    problem,
  );
}

/** Accepts ISO 8601 dates. The value is the start of the day in UTC, in milliseconds since 1970. */
export function DateParam(options: ParamOptions): PropertyDecorator {
  const read = (raw: unknown) => {
    if (raw === null || raw === '') return undefined;
    const isDate = isWord(raw) && /^\d{4}-\d\d-\d\d$/.test(raw);
    return (isDate ? parseTimestamp(raw) : null) ?? UNREADABLE;
  };
  const problem = (value: unknown) => (typeof value === 'number' ? null : 'is invalid');
  const example = options.example ?? '2026-01-31';
  return param({ ...options, example }, { type: 'string', format: 'date' }, read, problem);
}
