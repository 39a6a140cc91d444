import type { Position } from '../../database/listing.js';
import { Invalid } from '../errors/errors.js';

/** The opaque text of a position in a list. */
export const writeCursor = ({ key_time, key_id }: Position): string =>
  Buffer.from(`${key_time}.${key_id}`).toString('base64url');

/** @throws Invalid the text is not a cursor that this service wrote */
export function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, createdAt, id] = /^(-?\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  const isCanonical = Buffer.from(text).toString('base64url') === cursor;
  if (!createdAt || !id || !isCanonical) throw new Invalid({ cursor: ['is invalid'] });
  return { key_time: Number(createdAt), key_id: Number(id) };
}
