/**
 * Strict parser for one line with an OpenSSH public key.
 *
 * Existing packages reject hardware keys (sk-) and accept trailing bytes. This parser accepts exactly one encoding
 * of each key. So the same key always has the same fingerprint, and nobody can add a known key as a new one.
 *
 * Formats: RFC 4253 section 6.6 (ssh-rsa), RFC 5656 section 3.1 (ecdsa), RFC 8709 section 4 (ed25519),
 * OpenSSH PROTOCOL.u2f (sk-), RFC 4251 section 5 (strings and mpints).
 */
import { createHash, createPublicKey } from 'node:crypto';

export interface SshPublicKey {
  type: string;
  /** The rest of the line after the key. May be empty. */
  comment: string;
  /** The whole line without surrounding white space. */
  line: string;
  bits: number;
  /** `aa:bb:...`, without the prefix `MD5:`. */
  md5: string;
  /** `SHA256:...`, base64 without padding. */
  sha256: string;
}

/** `.` matches no line ends. With the u flag it counts code points, as the rest of the API does. */
const ONE_LINE = /^.{1,5000}$/u;

/**
 * Type, key and optional comment. Nothing may precede the type: options of authorized_keys could run commands.
 * The comment has no control characters, and no lone surrogates, which cannot be stored as UTF-8.
 */
const FIELDS = /^(\S+)[ \t]+(\S+)(?:[ \t]+(?![ \t])([^\p{Cc}\p{Cs}]+))?$/u;

/** Smaller keys are not secure. OpenSSH does not read larger ones. */
const RSA_MIN_BITS = 2048;
const RSA_MAX_BITS = 16384;

/** Checks the fields after the type. Returns the size of the key in bits, or null if it is invalid. */
type Check = (fields: Buffer[]) => number | null;

/** A Map, because an object would also have a key type `constructor`. */
const CHECKS = new Map<string, Check>([
  ['ssh-rsa', rsaBits],
  ['ssh-ed25519', ed25519Bits],
  ['ecdsa-sha2-nistp256', (fields) => ecdsaBits(fields, 256)],
  ['ecdsa-sha2-nistp384', (fields) => ecdsaBits(fields, 384)],
  ['ecdsa-sha2-nistp521', (fields) => ecdsaBits(fields, 521)],
  ['sk-ssh-ed25519@openssh.com', securityKey(ed25519Bits)],
  ['sk-ecdsa-sha2-nistp256@openssh.com', securityKey((fields) => ecdsaBits(fields, 256))],
]);

/** Returns null if the line is not a valid key of a supported type. */
export function parseSshPublicKey(text: string): SshPublicKey | null {
  const line = text.trim();
  if (!ONE_LINE.test(line)) return null;
  const [, type, base64, comment = ''] = FIELDS.exec(line) ?? [];
  const check = CHECKS.get(type);
  if (!check) return null;
  const blob = Buffer.from(base64, 'base64');
  // Node skips invalid base64 characters and accepts the URL alphabet. Encoding again detects both.
  if (blob.toString('base64') !== base64) return null;
  const fields = splitBlob(blob);
  if (fields?.at(0)?.toString('latin1') !== type) return null;
  const bits = check(fields.slice(1));
  if (bits === null) return null;
  return { type, comment, line, bits, md5: md5Of(blob), sha256: sha256Of(blob) };
}

/**
 * Splits the blob into strings: four bytes for the length, then the content. All supported keys consist of such
 * strings. Returns null if the blob is truncated or has trailing bytes.
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
  // The exponent is at least 3: odd, with two bits or more. With exponent 1, anyone could sign.
  return exponentBits >= 2 && exponentBits < bits ? bits : null;
}

/** The length in bits of a positive, odd, canonical mpint. Returns 0 for others: RSA uses only odd numbers. */
function oddBits(mpint: Buffer): number {
  const negative = mpint[0] >= 0x80;
  const padded = mpint[0] === 0;
  const isNeedlesslyPadded = padded && !(mpint[1] >= 0x80);
  if (mpint.length === 0 || negative || isNeedlesslyPadded || mpint[mpint.length - 1] % 2 === 0)
    return 0;
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
  // 4 means an uncompressed point, the only form that OpenSSH reads.
  if (point.length !== 1 + 2 * size || point[0] !== 4) return null;
  const x = point.subarray(1, 1 + size).toString('base64url');
  const y = point.subarray(1 + size).toString('base64url');
  return isOnCurve(`P-${bits}`, x, y) ? bits : null;
}

/** OpenSSL checks the equation of the curve and the range of x and y when it imports a point. */
function isOnCurve(crv: string, x: string, y: string): boolean {
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv, x, y } });
    return true;
  } catch {
    return false;
  }
}

/** A hardware key (sk-) has the fields of the plain type, then the name of an application, usually `ssh:`. */
function securityKey(check: Check): Check {
  return (fields) => (isApplication(fields.at(-1)) ? check(fields.slice(0, -1)) : null);
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
