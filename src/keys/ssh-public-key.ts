/**
 * Reads one OpenSSH public key line and refuses everything that is not exactly that.
 *
 * Why our own: the usual packages reject the hardware backed sk- kinds and accept trailing junk.
 * Strictness is what makes "the same key" decidable: each key has one accepted encoding, so equal
 * fingerprints mean equal key material, and no spelling of a known key passes for a new one.
 *
 * The format: RFC 4253 section 6.6 (ssh-rsa), RFC 5656 section 3.1 (ecdsa), RFC 8709 section 4
 * (ed25519), OpenSSH PROTOCOL.u2f (sk-); strings and mpints: RFC 4251 section 5.
 */
import { createHash, createPublicKey } from 'node:crypto';

export interface SshPublicKey {
  type: string;
  /** What follows the key on the line; empty when nothing does. */
  comment: string;
  /** The line as given, outer white space aside. */
  line: string;
  bits: number;
  /** `aa:bb:...`, without the `MD5:` that ssh-keygen puts before it. */
  md5: string;
  /** `SHA256:...`, base64 without padding. */
  sha256: string;
}

/** `.` knows no line ends and, with the u flag, counts code points as the rest of the API does. */
const ONE_LINE = /^.{1,5000}$/u;

/**
 * Type, key, and perhaps a comment, with the blanks between them that ssh tolerates. Nothing may
 * stand before the type: authorized_keys options could run commands. The comment has no control
 * characters, nor lone surrogates, which no UTF-8 column would give back as they came.
 */
const FIELDS = /^(\S+)[ \t]+(\S+)(?:[ \t]+(?![ \t])([^\p{Cc}\p{Cs}]+))?$/u;

/** Below, factoring is within reach; above, OpenSSH itself refuses to read the number. */
const RSA_MIN_BITS = 2048;
const RSA_MAX_BITS = 16384;

/** Judges the fields that follow the type in the blob: the size of a good key, null for a bad one. */
type Judge = (fields: Buffer[]) => number | null;

/** A Map, since an object would also know a key type called `constructor`. */
const JUDGES = new Map<string, Judge>([
  ['ssh-rsa', rsaBits],
  ['ssh-ed25519', ed25519Bits],
  ['ecdsa-sha2-nistp256', (fields) => ecdsaBits(fields, 256)],
  ['ecdsa-sha2-nistp384', (fields) => ecdsaBits(fields, 384)],
  ['ecdsa-sha2-nistp521', (fields) => ecdsaBits(fields, 521)],
  ['sk-ssh-ed25519@openssh.com', securityKey(ed25519Bits)],
  ['sk-ecdsa-sha2-nistp256@openssh.com', securityKey((fields) => ecdsaBits(fields, 256))],
]);

/** The key on this line, or null when it is not a valid key of an accepted kind. */
export function parseSshPublicKey(text: string): SshPublicKey | null {
  const line = text.trim();
  if (!ONE_LINE.test(line)) return null;
  const [, type, base64, comment = ''] = FIELDS.exec(line) ?? [];
  const judge = JUDGES.get(type);
  if (!judge) return null;
  const blob = Buffer.from(base64, 'base64');
  // Node skips what is not base64 and takes the URL alphabet too; writing it anew tells.
  if (blob.toString('base64') !== base64) return null;
  const fields = splitBlob(blob);
  if (fields?.at(0)?.toString('latin1') !== type) return null;
  const bits = judge(fields.slice(1));
  if (bits === null) return null;
  return { type, comment, line, bits, md5: md5Of(blob), sha256: sha256Of(blob) };
}

/**
 * Every accepted key is a plain sequence of strings (a length in four bytes, then so many bytes;
 * an mpint is one too), so the blob is cut first and judged after. Null when it does not come out
 * even, be it cut short or followed by anything.
 */
function splitBlob(blob: Buffer): Buffer[] | null {
  const fields: Buffer[] = [];
  let offset = 0;
  while (offset < blob.length) {
    if (blob.length - offset < 4) return null;
    const start = offset + 4;
    offset = start + blob.readUInt32BE(offset);
    if (offset > blob.length) return null;
    fields.push(blob.subarray(start, offset));
  }
  return fields;
}

function rsaBits(fields: Buffer[]): number | null {
  if (fields.length !== 2) return null;
  const [exponent, modulus] = fields;
  const bits = oddBits(modulus);
  const exponentBits = oddBits(exponent);
  if (bits < RSA_MIN_BITS || bits > RSA_MAX_BITS) return null;
  // Odd and two bits long means at least 3. With exponent 1 anybody could sign.
  return exponentBits >= 2 && exponentBits < bits ? bits : null;
}

/** The length of a positive, odd, canonical mpint in bits, 0 for any other (RSA has no even ones). */
function oddBits(mpint: Buffer): number {
  const negative = mpint[0] >= 0x80;
  const padded = mpint[0] === 0;
  const paddedInVain = padded && !(mpint[1] >= 0x80);
  if (mpint.length === 0 || negative || paddedInVain || mpint[mpint.length - 1] % 2 === 0) return 0;
  const digits = padded ? mpint.subarray(1) : mpint;
  return digits.length * 8 - (Math.clz32(digits[0]) - 24);
}

function ed25519Bits(fields: Buffer[]): number | null {
  return fields.length === 1 && fields[0].length === 32 ? 256 : null;
}

function ecdsaBits(fields: Buffer[], bits: number): number | null {
  if (fields.length !== 2) return null;
  const [curve, point] = fields;
  const size = Math.ceil(bits / 8);
  if (curve.toString('latin1') !== `nistp${bits}`) return null;
  // 4 marks an uncompressed point, the only form that OpenSSH reads.
  if (point.length !== 1 + 2 * size || point[0] !== 4) return null;
  const x = point.subarray(1, 1 + size).toString('base64url');
  const y = point.subarray(1 + size).toString('base64url');
  return isOnCurve(`P-${bits}`, x, y) ? bits : null;
}

/** OpenSSL checks the curve's equation, and that x and y are in range, when it imports a point. */
function isOnCurve(crv: string, x: string, y: string): boolean {
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv, x, y } });
    return true;
  } catch {
    return false;
  }
}

/** The sk- kinds are the plain ones and the application ("ssh:", mostly) the key was made for. */
function securityKey(judge: Judge): Judge {
  return (fields) => (isApplication(fields.at(-1)) ? judge(fields.slice(0, -1)) : null);
}

function isApplication(field?: Buffer): boolean {
  return !!field?.length && field.every((byte) => byte >= 0x20 && byte !== 0x7f);
}

function md5Of(blob: Buffer): string {
  return createHash('md5')
    .update(blob)
    .digest('hex')
    .replace(/..(?!$)/g, '$&:');
}

function sha256Of(blob: Buffer): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace('=', '')}`;
}
