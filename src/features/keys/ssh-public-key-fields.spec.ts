import { createECDH } from 'node:crypto';
import { blobOf, fieldsOf, lineOf, oddMpint } from '../../../test/support/ssh-line.js';
import {
  accepted,
  CURVES,
  ED25519_TYPE,
  ed25519,
  RSA_EXPONENT,
  p256Point,
  SK_ECDSA_TYPE,
  SK_ED25519_TYPE,
  withoutPoint,
} from '../../../test/support/ssh-samples.js';
import { parseSshPublicKey } from './ssh-public-key.js';

describe('a refused line', () => {
  const refused = (line: string) => {
    expect(parseSshPublicKey(line)).toBeNull();
  };
  const [, base64] = ed25519.split(' ');

  it('has an inner type other than the outer', () => {
    for (const [, , one] of accepted) {
      for (const [, , other] of accepted) {
        const [type] = one.split(' ');
        const [otherType, key] = other.split(' ');
        if (type !== otherType) refused(`${type} ${key}`);
      }
    }
    // The same but for the eighth bit.
    const inner = Buffer.from(ED25519_TYPE).map((byte, at) => (at === 3 ? byte | 0x80 : byte));
    refused(`${ED25519_TYPE} ${blobOf(Buffer.from(inner), Buffer.alloc(32)).toString('base64')}`);
  });

  it('has anything trailing, missing or once too often', () => {
    for (const [type, , line] of accepted) {
      const [, ...fields] = fieldsOf(line);
      const blob = Buffer.from(line.split(' ')[1], 'base64');
      const withBlob = (bytes: Buffer) => {
        refused(`${type} ${bytes.toString('base64')}`);
      };
      withBlob(Buffer.concat([blob, Buffer.of(0)]));
      withBlob(Buffer.concat([blob, Buffer.alloc(4)]));
      withBlob(Buffer.concat([blob, blob]));
      withBlob(blob.subarray(0, -1));
      withBlob(blob.subarray(0, 4 + type.length));
      withBlob(blob.subarray(0, 2));
      refused(lineOf(type, ...fields.slice(0, -1)));
      refused(lineOf(type, ...fields, fields[0]));
      refused(lineOf(type, fields[0], ...fields));
      fields.forEach((_, at) => {
        refused(lineOf(type, ...fields.with(at, Buffer.alloc(0))));
      });
    }
  });

  it('has a length that points far beyond its end', () => {
    const blob = Buffer.from(base64, 'base64');
    blob.writeUInt32BE(0xffffffff, 4 + ED25519_TYPE.length);
    refused(`${ED25519_TYPE} ${blob.toString('base64')}`);
  });

  it('has an ed25519 key that is not 32 bytes long', () => {
    for (const length of [31, 33, 64]) {
      refused(lineOf(ED25519_TYPE, Buffer.alloc(length, 7)));
      refused(lineOf(SK_ED25519_TYPE, Buffer.alloc(length, 7), 'ssh:'));
    }
  });

  it('has an RSA modulus that is too short, too long, even, negative or padded', () => {
    const withModulus = (modulus: Buffer) => {
      refused(lineOf('ssh-rsa', RSA_EXPONENT, modulus));
    };
    withModulus(oddMpint(1024));
    withModulus(oddMpint(2047));
    withModulus(oddMpint(16385));
    const modulus = oddMpint(2048);
    withModulus(Buffer.concat([Buffer.of(0), modulus]));
    withModulus(modulus.subarray(1));
    withModulus(Buffer.concat([Buffer.of(0), oddMpint(2047)]));
    withModulus(Buffer.concat([modulus.subarray(0, -1), Buffer.of(2)]));
  });

  it('has an RSA exponent that is no exponent', () => {
    const modulus = oddMpint(2048);
    const withExponent = (...bytes: number[]) => {
      refused(lineOf('ssh-rsa', Buffer.from(bytes), modulus));
    };
    withExponent(0);
    withExponent(1);
    withExponent(2);
    withExponent(4);
    withExponent(1, 0, 0);
    withExponent(0x83);
    withExponent(0, 3);
    withExponent(0, 1, 0, 1);
    refused(lineOf('ssh-rsa', modulus, modulus));
    refused(lineOf('ssh-rsa', modulus, RSA_EXPONENT));
  });

  it('names another curve than its type', () => {
    const point = p256Point();
    refused(lineOf('ecdsa-sha2-nistp256', 'nistp384', point));
    refused(lineOf('ecdsa-sha2-nistp384', 'nistp256', point));
    refused(lineOf('ecdsa-sha2-nistp384', 'nistp384', point));
    refused(lineOf('ecdsa-sha2-nistp256', 'secp256r1', point));
    refused(lineOf(SK_ECDSA_TYPE, 'nistp384', point, 'ssh:'));
    const secp256k1 = createECDH('secp256k1').generateKeys();
    refused(lineOf('ecdsa-sha2-nistp256', 'nistp256', secp256k1));
  });

  it.each(CURVES)('has something that is not an uncompressed point of %s', (...curve) => {
    for (const line of withoutPoint(curve)) refused(line);
  });

  it('has no application, or one that is no text', () => {
    for (const application of ['', '\0', 'ssh:\0', 'ssh:\n', 'ssh:\x7f']) {
      refused(lineOf(SK_ED25519_TYPE, Buffer.alloc(32, 7), application));
      refused(lineOf(SK_ECDSA_TYPE, 'nistp256', p256Point(), application));
    }
  });
});
