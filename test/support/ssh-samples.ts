import { createECDH, generateKeyPairSync } from 'node:crypto';
import { fieldsOf, lineOf, oddMpint } from './ssh-line.js';

export const RSA_EXPONENT = Buffer.of(1, 0, 1);
export const ED25519_TYPE = 'ssh-ed25519';
export const SK_ED25519_TYPE = 'sk-ssh-ed25519@openssh.com';
export const SK_ECDSA_TYPE = 'sk-ecdsa-sha2-nistp256@openssh.com';
export const p256Point = () => createECDH('prime256v1').generateKeys();

/** The comment of the keys. */
const COMMENT = 'ada@example.com';

function rsaLine(bits: number): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const { n = '' } = publicKey.export({ format: 'jwk' });
  // The first bit of a modulus is set, which in an mpint would be a sign.
  return `${lineOf('ssh-rsa', RSA_EXPONENT, Buffer.concat([Buffer.of(0), Buffer.from(n, 'base64url')]))} ${COMMENT}`;
}

function ed25519Line(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  return `${lineOf(ED25519_TYPE, Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))} ${COMMENT}`;
}

const ecdsaLine = (curve: string, name: string) =>
  `${lineOf(`ecdsa-sha2-${curve}`, curve, createECDH(name).generateKeys())} ${COMMENT}`;

/** One key of each kind, made without ssh-keygen. The `.peers.test.ts` files check them with ssh-keygen. */
export const ed25519 = ed25519Line();
export const rsa2048 = rsaLine(2048);
const ecdsa256 = ecdsaLine('nistp256', 'prime256v1');
const ecdsa384 = ecdsaLine('nistp384', 'secp384r1');
const ecdsa521 = ecdsaLine('nistp521', 'secp521r1');
const skEd25519 = lineOf(SK_ED25519_TYPE, fieldsOf(ed25519)[1], 'ssh:');
const skEcdsa = lineOf(SK_ECDSA_TYPE, 'nistp256', p256Point(), 'ssh:laptop');

export const accepted: [type: string, bits: number, line: string][] = [
  ['ssh-rsa', 2048, rsa2048],
  ['ssh-rsa', 3072, rsaLine(3072)],
  ['ssh-rsa', 2049, lineOf('ssh-rsa', RSA_EXPONENT, oddMpint(2049))],
  ['ssh-rsa', 16384, lineOf('ssh-rsa', RSA_EXPONENT, oddMpint(16384))],
  ['ssh-rsa', 2056, lineOf('ssh-rsa', Buffer.of(3), oddMpint(2056))],
  [ED25519_TYPE, 256, ed25519],
  ['ecdsa-sha2-nistp256', 256, ecdsa256],
  ['ecdsa-sha2-nistp384', 384, ecdsa384],
  ['ecdsa-sha2-nistp521', 521, ecdsa521],
  [SK_ED25519_TYPE, 256, skEd25519],
  [SK_ECDSA_TYPE, 256, skEcdsa],
];

/** The type and the blob of one key of each kind. */
export const blobs = [rsa2048, ed25519, ecdsa256, ecdsa384, ecdsa521, skEd25519, skEcdsa].map(
  (line): [type: string, blob: Buffer] => {
    const [type, base64] = line.split(' ');
    return [type, Buffer.from(base64, 'base64')];
  },
);

const [, base64] = ed25519.split(' ');

/** Optional parts of a line besides type and key. */
export const variants: [what: string, line: string, comment: string][] = [
  ['no comment', `${ED25519_TYPE} ${base64}`, ''],
  ['a comment of many words', `${ED25519_TYPE} ${base64} Ada's  old laptop`, "Ada's  old laptop"],
  ['a comment beyond ASCII', `${ED25519_TYPE} ${base64} Zoë 💻`, 'Zoë 💻'],
  ['tabs and several blanks between the fields', `${ED25519_TYPE}\t ${base64} \t me`, 'me'],
];

/** A line with options before the key. */
export const withOptions = [
  'no-pty',
  'command="/bin/sh",no-pty',
  'from="10.0.0.*"',
  'environment="A=b c"',
].map((options) => `${options} ${ed25519}`);

/** Each curve with its OpenSSL name and the bytes of a coordinate. */
export const CURVES: [curve: string, name: string, size: number][] = [
  ['nistp256', 'prime256v1', 32],
  ['nistp384', 'secp384r1', 48],
  ['nistp521', 'secp521r1', 66],
];

/** Lines whose key is not an uncompressed point of the curve. */
export function withoutPoint([curve, name, size]: (typeof CURVES)[number]): string[] {
  const ecdh = createECDH(name);
  const point = ecdh.generateKeys();
  return [
    ecdh.getPublicKey(null, 'compressed'),
    ecdh.getPublicKey(null, 'hybrid'),
    Buffer.of(0),
    Buffer.concat([Buffer.of(4), Buffer.alloc(2 * size)]),
    Buffer.concat([Buffer.of(4), Buffer.alloc(2 * size, 0xff)]),
    point.subarray(0, -1),
    Buffer.concat([point, Buffer.of(0)]),
    point.with(-1, point[point.length - 1] ^ 1),
    point.with(size, point[size] ^ 1),
  ].map((bytes) => lineOf(`ecdsa-sha2-${curve}`, curve, bytes));
}
