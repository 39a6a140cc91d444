import { isUtf8 } from 'node:buffer';
import { Malformed, Refused } from '../errors/errors.js';
import { readNames } from './form.js';
import type { PlainObject } from './plain-object.js';

const MAX_FIELDS = 1_000;
const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Returns the fields of a multipart/form-data body. Lists and objects are written as in a form.
 *
 * @throws Malformed the body is not multipart/form-data, or a value is not UTF-8
 * @throws Refused the body has a file: no operation accepts one
 */
export function parseMultipart(contentType: string, body: Buffer): PlainObject {
  const fields: [name: string, value: string][] = [];
  const parts = split(body, boundaryOf(contentType));
  for (const part of parts) {
    const headEnd = part.indexOf(HEAD_END);
    if (headEnd < 0) throw unreadable();
    const name = nameOf(part.toString('utf8', 0, headEnd));
    const value = part.subarray(headEnd + HEAD_END.length);
    if (!isUtf8(value)) throw new Malformed(`the field ${name} is not valid UTF-8`);
    fields.push([name, value.toString('utf8')]);
  }
  return readNames(fields);
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new Malformed('the multipart body has no boundary');
  return boundary;
}

/** Returns the parts between the delimiters. Ignores the text before the first and after the last one. */
function split(body: Buffer, boundary: string): Buffer[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: Buffer[] = [];
  // The first delimiter may start the body, without a line end before it.
  let at = body.indexOf(delimiter.subarray(2));
  for (let from = at + delimiter.length - 2; at >= 0; from = at + delimiter.length) {
    if (body.toString('latin1', from, from + 2) === '--') return parts;
    const begin = body.indexOf(LINE_END, from);
    if (begin < 0) break;
    at = body.indexOf(delimiter, begin);
    if (parts.length === MAX_FIELDS) break;
    if (at >= 0) parts.push(body.subarray(begin + LINE_END.length, at));
  }
  throw unreadable();
}

function nameOf(head: string): string {
  const disposition = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(head)?.[1] ?? '';
  if (/;\s*filename\*?=/i.test(disposition))
    throw new Refused(415, 'Unsupported Media Type - files are not accepted, only fields');
  const [, quoted, plain] = /;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  const name = quoted ?? plain;
  if (!name) throw unreadable();
  return name;
}

const unreadable = () => new Malformed('the multipart body cannot be read');
