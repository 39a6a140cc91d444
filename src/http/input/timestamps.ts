const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;

/** Milliseconds since 1970, or null where the text is no ISO 8601 timestamp. */
export function parseTimestamp(text: string): number | null {
  const match = ISO_8601.exec(text.trim());
  if (!match) return null;
  const [
    ,
    year,
    month,
    day,
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '0',
    zone = 'Z',
  ] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const moment = Date.parse(local);
  // Date.parse lets 31 February pass as a day in March.
  if (Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(`${year}-${month}-${day}`))
    return null;
  return moment - offsetOf(zone);
}

function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const minutesEast = Number(hours) * 60 + Number(minutes);
  return (sign === '-' ? -minutesEast : minutesEast) * 60_000;
}
