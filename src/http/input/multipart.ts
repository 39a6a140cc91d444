import { isUtf8 } from 'node:buffer';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Malformed, Refused } from '../errors/errors.js';
import { readNames } from './form.js';
import type { PlainObject } from './plain-object.js';

const MAX_FIELDS = 1_000;

type Field = [name: string, value: string];

/**
 * Returns the fields of a multipart/form-data body. Lists and objects are written as in a form.
 *
 * @throws Malformed the body is not multipart/form-data, or not UTF-8
 * @throws Refused the body has a file: no operation accepts one
 */
export async function parseMultipart(contentType: string, body: Buffer): Promise<PlainObject> {
  const fields = await readFields(createParser(contentType), body);
  if (!isUtf8(body)) throw new Malformed('the body is not valid UTF-8');
  return readNames(fields);
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // The limit of the body is the limit of its fields.
      limits: { fields: MAX_FIELDS, fieldSize: Infinity, fieldNameSize: Infinity },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch {
    throw new Malformed('the multipart body has no boundary');
  }
}

function readFields(parser: BusboyInstance, body: Buffer): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    const fields: Field[] = [];
    const unreadable = () => {
      reject(new Malformed('the multipart body cannot be read'));
    };
    parser.on('field', (name: string | undefined, value) => {
      if (name) fields.push([name, value]);
      else unreadable();
    });
    parser.on('file', (_name, file) => {
      // A file without its end is an error of its own, which would stop the process.
      file.on('error', unreadable).resume();
      reject(new Refused(415, 'Unsupported Media Type - files are not accepted, only fields'));
    });
    parser.on('fieldsLimit', unreadable);
    parser.on('error', unreadable);
    parser.on('finish', () => {
      resolve(fields);
    });
    parser.end(body);
  });
}
