import type { FieldShape, Schema } from '../schema/schema.js';
import { checkJsonLimits } from './json-limits.js';
import { isStorable } from './storable-text.js';
import { codePoints, exceedsRawLength } from './text-length.js';

/** Replaces a value of the wrong type. Every validation rule rejects it. */
export const UNREADABLE = Symbol('unreadable');

/** Returns the value that is validated. Keeps only declared lists and objects, with their declared fields. */
export function wireValue(shape: FieldShape, raw: unknown): unknown {
  const schema = shape as Schema;
  if (raw === undefined || raw === null || raw === '') return raw;
  if (schema.type === 'array') return readList(schema, parseText(raw));
  return typeof raw === 'object' ? UNREADABLE : raw;
}

/** Writes a list of texts as one text with commas. Other values, and lists of other values, stay as they are. */
export function joinTexts(raw: unknown): unknown {
  if (!Array.isArray(raw)) return raw;
  const isName = (item: unknown) => typeof item === 'string' && !item.includes(',');
  return raw.every(isName) ? raw.join() : raw;
}

/** In multipart bodies and in the query, a list is written as JSON. */
function parseText(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  try {
    checkJsonLimits(raw);
    return JSON.parse(raw);
  } catch {
    return UNREADABLE;
  }
}

/** Follows the schema, so undeclared fields are ignored at any depth. */
function read(schema: Schema, raw: unknown): unknown {
  if (schema.type === 'object') return readObject(schema, raw);
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string' || !isStorable(text)) return UNREADABLE;
  const { minLength = 0, maxLength = Infinity } = schema;
  if (text.length < minLength) return UNREADABLE;
  // JSON Schema counts code points. That takes 2.5 ms for a million, so only if the text may be too long.
  if (exceedsRawLength(text, maxLength)) return UNREADABLE;
  return text.length > maxLength && codePoints(text) > maxLength ? UNREADABLE : text;
}

function readList({ items = {} }: Schema, raw: unknown): unknown {
  if (!Array.isArray(raw)) return UNREADABLE;
  const list = raw.map((item) => read(items, item));
  return list.includes(UNREADABLE) ? UNREADABLE : list;
}

function readObject({ properties = {}, required = [] }: Schema, raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return UNREADABLE;
  const object: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const given = Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined;
    if (given !== undefined && given !== null) object[name] = read(schema, given);
    else if (required.includes(name)) return UNREADABLE;
  }
  return Object.values(object).includes(UNREADABLE) ? UNREADABLE : object;
}
