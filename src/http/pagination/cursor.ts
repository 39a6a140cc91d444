import type { OrderColumn, Position } from '../../database/listing.js';
import { Invalid } from '../errors/errors.js';

/** The opaque text of a position in a list. */
export const writeCursor = ({ sort_key, key_id }: Position): string =>
  Buffer.from(`${sort_key}.${key_id}`).toString('base64url');

/**
 * @param by the order of the list
 * @throws Invalid the text cannot be a cursor of a list in this order
 */
export function readCursor(cursor: string, by: OrderColumn): Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, key, id] = (by === 'name_key' ? AT_NAME : AT_TIME).exec(text) ?? [];
  const isCanonical = Buffer.from(text).toString('base64url') === cursor;
  if (key === undefined || !id || !isCanonical) throw new Invalid({ cursor: ['is invalid'] });
  return { sort_key: by === 'name_key' ? key : Number(key), key_id: Number(id) };
}

const AT_TIME = /^(-?\d{1,15})\.(\d{1,15})$/;
const AT_NAME = /^(.{1,510})\.(\d{1,15})$/su;
