import { randomBytes } from 'node:crypto';

/** Encodes an SSH string: four bytes of length, then the bytes. */
export function field(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string); // The overloads take no union.
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

export const blobOf = (...fields: (string | Uint8Array)[]) => Buffer.concat(fields.map(field));

/** A line with any fields after the type. */
export const lineOf = (type: string, ...fields: (string | Uint8Array)[]) =>
  `${type} ${blobOf(type, ...fields).toString('base64')}`;

/** The fields of a line, the inner type first. */
export function fieldsOf(line: string): Buffer[] {
  const blob = Buffer.from(line.split(' ')[1], 'base64');
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length; at += 4 + blob.readUInt32BE(at)) {
    fields.push(blob.subarray(at + 4, at + 4 + blob.readUInt32BE(at)));
  }
  return fields;
}

/** An odd number of exactly `bits` bits as an mpint, which looks like a modulus. */
export function oddMpint(bits: number): Buffer {
  const digits = randomBytes(Math.ceil(bits / 8));
  const top = (bits - 1) % 8;
  digits[0] = (digits[0] & (2 ** top - 1)) | (2 ** top);
  digits[digits.length - 1] |= 1;
  return digits[0] < 0x80 ? digits : Buffer.concat([Buffer.of(0), digits]);
}
