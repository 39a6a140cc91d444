import * as qs from 'qs-esm';
import { Malformed } from '../errors/errors.js';
import { separateGroups } from './form-groups.js';
import { isPlainObject, type PlainObject } from './plain-object.js';

/** Limits of a form: all fields, and the items of one list. */
const MAX_FIELDS = 10_000;
const MAX_ITEMS = 1_000;

type Decoder = (text: string, preset: unknown, kind: 'key' | 'value') => string;

/** `name=1&name=2` and `name[]=1` are lists, `name[key]=1` is an object. */
export const parseForm = (text: string): PlainObject => parse(text, decodeForm);

/** The same for fields that are not encoded. */
export function readNames(
  fields: readonly (readonly [name: string, value: string])[],
): PlainObject {
  const names = fields.map(([name], index) => `${encodeURIComponent(name)}=${index}`);
  return parse(names.join('&'), (text, _preset, kind) =>
    kind === 'value' ? (fields[Number(text)]?.[1] ?? '') : decodeURIComponent(text),
  );
}

function parse(text: string, decoder: Decoder): PlainObject {
  // One more than the limit: qs drops what is beyond it without an error.
  const fields = text.split('&', MAX_FIELDS + 1);
  const form = qs.parse(text, {
    depth: 5,
    arrayLimit: MAX_ITEMS,
    parameterLimit: MAX_FIELDS,
    plainObjects: true,
    decoder: decoder as qs.IParseOptions['decoder'],
  });
  if (fields.length > MAX_FIELDS || hasLongList(form))
    throw new Malformed('the form has too many fields');
  return separateGroups(form);
}

/** qs turns a list with more than `MAX_ITEMS` items into an object whose names are numbers. */
function hasLongList(value: unknown): boolean {
  const inner = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const isList = Array.isArray(value) || (isPlainObject(value) && '0' in value);
  return (isList && inner.length > MAX_ITEMS) || inner.some(hasLongList);
}

function decodeForm(text: string): string {
  try {
    // `replaceAll` takes five times as long for a text of 1 MiB of `+`.
    return decodeURIComponent(text.split('+').join(' '));
  } catch {
    throw new Malformed('the form is not percent-encoded UTF-8');
  }
}
