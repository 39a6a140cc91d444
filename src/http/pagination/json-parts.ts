/** JSON text, or the bytes of a long text that is yet to be written as JSON. */
export type JsonPart = string | Buffer;

/** Longer texts become bytes of their own. They are written in pieces of about this size. */
const PIECE = 65_536;

/**
 * Splits a value of plain objects, texts, numbers and booleans into the parts of its JSON text. Long texts become bytes
 * outside the heap: as strings they would stay in memory until the next full garbage collection.
 */
export function jsonParts(value: unknown, parts: JsonPart[] = []): JsonPart[] {
  if (typeof value === 'string' && value.length > PIECE) parts.push('"', Buffer.from(value), '"');
  else if (Array.isArray(value)) {
    parts.push('[');
    for (const [index, item] of value.entries()) {
      if (index > 0) parts.push(',');
      jsonParts(item, parts);
    }
    parts.push(']');
  } else if (typeof value === 'object' && value !== null) {
    let before = '{';
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      parts.push(`${before}${JSON.stringify(name)}:`);
      jsonParts(field, parts);
      before = ',';
    }
    parts.push(before === '{' ? '{}' : '}');
  } else parts.push(JSON.stringify(value));
  return parts;
}

/** The text of the parts. Together, the pieces equal what `JSON.stringify` returns. */
export function* jsonPieces(parts: readonly JsonPart[]): Generator<string> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else yield* textPieces(part);
  }
}

function* textPieces(bytes: Buffer): Generator<string> {
  for (let at = 0, end; at < bytes.length; at = end) {
    end = Math.min(at + PIECE, bytes.length);
    while (isInsideCharacter(bytes[end])) end--;
    yield JSON.stringify(bytes.toString('utf8', at, end)).slice(1, -1);
  }
}

const isInsideCharacter = (byte = 0): boolean => (byte & 0xc0) === 0x80;
