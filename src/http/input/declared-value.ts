import type { FieldShape, Schema } from '../schema/schema.js';

/** Stands for a value that is not of the kind its parameter takes; no rule accepts it. */
export const UNREADABLE = Symbol('unreadable');

/** What of a value on the wire gets to the rules of its parameter. Only lists and objects that are declared do. */
export function wireValue(shape: FieldShape, raw: unknown): unknown {
  const schema = shape as Schema;
  if (raw === undefined || raw === null || raw === '') return raw;
  if (schema.type === 'array') return readList(schema, fromText(raw));
  return typeof raw === 'object' ? UNREADABLE : raw;
}

/** In multipart bodies and in the query, a structure is written as JSON. */
function fromText(raw: unknown): unknown {
  if (typeof raw !== 'string') return raw;
  try {
    return JSON.parse(raw);
  } catch {
    return UNREADABLE;
  }
}

/** Reads along the schema: what it does not name is passed over, however deep it may be. */
function read(schema: Schema, raw: unknown): unknown {
  if (schema.type === 'object') return readObject(schema, raw);
  const text = typeof raw === 'number' ? String(raw) : raw;
  // A text that could not be given back as it came.
  if (typeof text !== 'string' || !text.isWellFormed() || text.includes('\0')) return UNREADABLE;
  const { minLength = 0, maxLength = Infinity } = schema;
  if (text.length < minLength) return UNREADABLE;
  // Counted as JSON Schema counts, where it may matter.
  return text.length > maxLength && [...text].length > maxLength ? UNREADABLE : text;
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
