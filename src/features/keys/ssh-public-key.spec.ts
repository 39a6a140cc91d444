/** What is accepted and refused. `ssh-public-key.peers.spec.ts` asks OpenSSH itself. */
import { createHash } from 'node:crypto';
import { blobOf, fieldsOf, lineOf, oddMpint } from '../../../test/support/ssh-line.js';
import {
  accepted,
  ED25519_TYPE,
  ed25519,
  rsa2048,
  SK_ED25519_TYPE,
  variants,
  withOptions,
} from '../../../test/support/ssh-samples.js';
import { parseSshPublicKey } from './ssh-public-key.js';

describe('an accepted key', () => {
  it.each(accepted)('%s of %d bits has the fingerprints of its blob', (type, bits, line) => {
    const blob = Buffer.from(line.split(' ')[1], 'base64');
    const digest = (hash: string) => createHash(hash).update(blob);
    const key = parseSshPublicKey(line);
    expect(key).toMatchObject({ type, line, bits });
    expect(key?.sha256).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    expect(`${key?.sha256 ?? ''}=`).toBe(`SHA256:${digest('sha256').digest('base64')}`);
    expect(key?.md5).toMatch(/^[0-9a-f]{2}(:[0-9a-f]{2}){15}$/);
    expect(key?.md5.replaceAll(':', '')).toBe(digest('md5').digest('hex'));
  });

  const [, base64] = ed25519.split(' ');

  it.each(variants)('may have %s', (_what, line, comment) => {
    expect(parseSshPublicKey(line)).toMatchObject({ line, comment });
  });

  it('is kept as given, outer white space aside', () => {
    const line = `${ED25519_TYPE}  ${base64}\tme  too`;
    expect(parseSshPublicKey(`\r\n \t${line} \r\n\n`)?.line).toBe(line);
  });

  it('has one fingerprint whatever the comment', () => {
    const other = parseSshPublicKey(`${ED25519_TYPE} ${base64} somebody else`);
    expect(other?.sha256).toBe(parseSshPublicKey(ed25519)?.sha256);
  });

  it('has at most 5,000 characters, counted as code points', () => {
    const line = `${ED25519_TYPE} ${base64} `;
    const room = 5000 - line.length;
    expect(parseSshPublicKey(line + 'x'.repeat(room))).not.toBeNull();
    expect(parseSshPublicKey(line + 'x'.repeat(room + 1))).toBeNull();
    expect(parseSshPublicKey(line + '💻'.repeat(room))).not.toBeNull();
    expect(parseSshPublicKey(line + '💻'.repeat(room + 1))).toBeNull();
  });
});

describe('a refused line', () => {
  const refused = (line: string) => {
    expect(parseSshPublicKey(line)).toBeNull();
  };
  const [, base64] = ed25519.split(' ');

  it.each([
    ['nothing', ''],
    ['white space', ' \t\r\n '],
    ['words', 'not a key'],
    ['a type alone', ED25519_TYPE],
    ['a key alone', base64],
    ['a remark', `# ${ed25519}`],
    ['a type in capitals', `SSH-ED25519 ${base64}`],
    ['a short name, which ssh takes for the type', `ed25519 ${base64}`],
    ['a type that every object has', `constructor ${base64}`],
    ['a key of the oldest protocol', '2048 65537 26127863112345678901234567890 ada@example.com'],
    ['no blank before the key', `${ED25519_TYPE}${base64}`],
    ['a blank that is none to ssh', `${ED25519_TYPE}\u00a0${base64}`],
    ['two keys', `${ed25519}\n${rsa2048}`],
    ['two keys, the old way', `${ed25519}\r${rsa2048}`],
    ['a line separator', `${ed25519}\u2028x`],
    ['NUL in the comment', `${ed25519}\0x`],
    ['a tab in the comment', `${ed25519}\tx`],
    ['an escape in the comment', `${ed25519} \x1b[31mx`],
    ['DEL in the comment', `${ed25519} \x7fx`],
    ['a C1 control in the comment', `${ed25519} \x9bx`],
    ['half a character in the comment', `${ed25519} \ud83dx`],
  ])('is %s', (_what, line) => {
    refused(line);
  });

  it.each(withOptions)('has options: %s', (line) => {
    refused(line);
  });

  it('is an ssh-dss key', () => {
    // By hand: newer versions of ssh-keygen generate none any more.
    const mpints = [1024, 160, 1023, 1024].map(oddMpint);
    refused(lineOf('ssh-dss', ...mpints));
  });

  it('has a base64 that is not the canonical one', () => {
    const line = (text: string) => {
      refused(`${ED25519_TYPE} ${text} me`);
    };
    line(`${base64}=`);
    line(`${base64}====`);
    line(`${base64.slice(0, 30)}=${base64.slice(30)}`);
    line(`${base64.slice(0, 30)}-${base64.slice(30)}`);
    line(base64.slice(0, -1));
    // Applications of two lengths, so that one key ends in `=` and the other in `==`.
    for (const [application, padding] of [
      ['ssh:you', '='],
      ['ssh:me', '=='],
    ]) {
      const padded = lineOf(SK_ED25519_TYPE, fieldsOf(ed25519)[1], application);
      const body = padded.replaceAll('=', '');
      expect(padded).toBe(body + padding);
      expect(parseSshPublicKey(padded)).not.toBeNull();
      refused(body);
      refused(`${padded}=`);
      // The last bits before the padding mean nothing and must be zero.
      const stray = body.slice(0, -1) + String.fromCharCode(body.charCodeAt(body.length - 1) + 1);
      expect(fieldsOf(stray)).toEqual(fieldsOf(padded));
      refused(stray + padding);
    }
    const binary = blobOf(ED25519_TYPE, Buffer.alloc(32, 0xff)).toString('base64');
    expect(parseSshPublicKey(`${ED25519_TYPE} ${binary}`)).not.toBeNull();
    refused(`${ED25519_TYPE} ${binary.replaceAll('/', '_')}`);
  });
});
