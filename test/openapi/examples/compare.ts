import { isDeepStrictEqual } from 'node:util';

/** Replaces what differs between two services: times, tokens, ids, and the kind of thing that a note or an award is on. */
function stable(value: unknown, name = ''): unknown {
  if (name === 'private_token') return '<token>';
  if (/^(i?id|.*_id)$/.test(name) && value !== null) return '<id>';
  if (/_at$|^timestamp$/.test(name)) return '<time>';
  if (/^(note|award)able_type$/.test(name)) return '<kind>';
  if (Array.isArray(value)) return value.map((item) => stable(item, '-'));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([field, inner]) => [field, stable(inner, field)]));
}

/** Lines of JSON become a list. */
function parsed(content: unknown, mediaType: string): unknown {
  if (mediaType !== 'application/x-ndjson' || typeof content !== 'string') return content;
  const lines = content.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Whether the example shows this body, or one of its items if it is a list. */
export function shows(example: unknown, body: unknown, mediaType: string): boolean {
  const [wanted, got] = [example, body].map((content) => stable(parsed(content, mediaType)));
  const bodies = Array.isArray(got) && got.length > 0 ? got.map((item: unknown) => [item]) : [got];
  return bodies.some((one) => isDeepStrictEqual(one, wanted));
}
