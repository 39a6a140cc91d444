/**
 * The judge of this parser is OpenSSH itself: whatever it accepts, `ssh-keygen -lf` must read, with
 * the same size and fingerprints. The sk- kinds need hardware to be generated, so their blobs are
 * put together here, and ssh-keygen judges those too.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generated, inFolder, judged, sshKeygen } from '../../test/support/ssh-keygen.js';
import { blobOf, fieldsOf, lineOf, oddMpint } from '../../test/support/ssh-line.js';
import { accepted, ecdsa256, ED, ed25519, rsa2048, SK_ED } from '../../test/support/ssh-samples.js';
import { parseSshPublicKey } from './ssh-public-key.js';

describe('an accepted key', () => {
  it.each(accepted)('%s of %d bits reads as ssh-keygen reads it', (type, bits, line) => {
    const key = parseSshPublicKey(line);
    expect(key).toMatchObject({ type, line, bits });
    expect(judged(line)).toEqual({ bits, fingerprint: key?.sha256 });
    expect(judged(line, 'md5')).toEqual({ bits, fingerprint: `MD5:${key?.md5 ?? ''}` });
  });

  it('has fingerprints of the documented shape', () => {
    const blob = Buffer.from(ed25519.line.split(' ')[1], 'base64');
    const key = parseSshPublicKey(ed25519.line);
    expect(key?.md5).toMatch(/^[0-9a-f]{2}(:[0-9a-f]{2}){15}$/);
    expect(key?.md5.replaceAll(':', '')).toBe(createHash('md5').update(blob).digest('hex'));
    expect(key?.sha256).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });

  const [, base64] = ed25519.line.split(' ');

  it.each([
    ['no comment', `${ED} ${base64}`, ''],
    ['a comment of many words', `${ED} ${base64} Ada's  old laptop`, "Ada's  old laptop"],
    ['a comment beyond ASCII', `${ED} ${base64} Zoë 💻`, 'Zoë 💻'],
    ['tabs and several blanks between the fields', `${ED}\t ${base64} \t me`, 'me'],
  ])('may have %s', (_what, line, comment) => {
    expect(parseSshPublicKey(line)).toMatchObject({ line, comment });
    expect(judged(line)).not.toBeNull();
  });

  it('is kept as given, outer white space aside', () => {
    const line = `${ED}  ${base64}\tme  too`;
    expect(parseSshPublicKey(`\r\n \t${line} \r\n\n`)?.line).toBe(line);
  });

  it('has one fingerprint whatever the comment', () => {
    const other = parseSshPublicKey(`${ED} ${base64} somebody else`);
    expect(other?.sha256).toBe(parseSshPublicKey(ed25519.line)?.sha256);
  });

  it('has at most 5,000 characters, counted as code points', () => {
    const line = `${ED} ${base64} `;
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
  const [, base64] = ed25519.line.split(' ');

  it.each([
    ['nothing', ''],
    ['white space', ' \t\r\n '],
    ['words', 'not a key'],
    ['a type alone', ED],
    ['a key alone', base64],
    ['a remark', `# ${ed25519.line}`],
    ['a type in capitals', `SSH-ED25519 ${base64}`],
    ['a short name, which ssh takes for the type', `ed25519 ${base64}`],
    ['a type that every object has', `constructor ${base64}`],
    ['a key of the oldest protocol', '2048 65537 26127863112345678901234567890 ada@example.com'],
    ['no blank before the key', `${ED}${base64}`],
    ['a blank that is none to ssh', `${ED}\u00a0${base64}`],
    ['two keys', `${ed25519.line}\n${rsa2048.line}`],
    ['two keys, the old way', `${ed25519.line}\r${rsa2048.line}`],
    ['a line separator', `${ed25519.line}\u2028x`],
    ['NUL in the comment', `${ed25519.line}\0x`],
    ['a tab in the comment', `${ed25519.line}\tx`],
    ['an escape in the comment', `${ed25519.line} \x1b[31mx`],
    ['DEL in the comment', `${ed25519.line} \x7fx`],
    ['a C1 control in the comment', `${ed25519.line} \x9bx`],
    ['half a character in the comment', `${ed25519.line} \ud83dx`],
  ])('is %s', (_what, line) => {
    refused(line);
  });

  it.each(['no-pty', 'command="/bin/sh",no-pty', 'from="10.0.0.*"', 'environment="A=b c"'])(
    'has options that ssh-keygen reads past: %s',
    (options) => {
      const line = `${options} ${ed25519.line}`;
      expect(judged(line)).not.toBeNull();
      refused(line);
    },
  );

  it('is a private key, in any format or on one line', () => {
    const formats = new Set<string>();
    for (const { secret: openssh } of [ed25519, rsa2048, ecdsa256]) {
      // `-p` rewrites the file; ed25519 knows no other format and stays as it is.
      const rewritten = ['PEM', 'PKCS8'].map((format) =>
        inFolder((folder) => {
          const copy = join(folder, 'key');
          writeFileSync(copy, openssh, { mode: 0o600 });
          sshKeygen('-p', '-q', '-m', format, '-P', '', '-N', '', '-f', copy);
          return readFileSync(copy, 'utf8');
        }),
      );
      for (const text of [openssh, ...rewritten]) {
        formats.add(text.split('\n')[0].replaceAll('-', ''));
        refused(text);
        refused(text.replaceAll('\n', ' '));
        refused(`${ED} ${text.split('\n').slice(1, -2).join('')}`);
      }
    }
    expect([...formats].sort()).toEqual([
      'BEGIN EC PRIVATE KEY',
      'BEGIN OPENSSH PRIVATE KEY',
      'BEGIN PRIVATE KEY',
      'BEGIN RSA PRIVATE KEY',
    ]);
  });

  it('is a public key in another format', () => {
    for (const format of ['RFC4716', 'PKCS8', 'PEM']) {
      const { ok, output } = inFolder((folder) => {
        const file = join(folder, 'key.pub');
        writeFileSync(file, rsa2048.line);
        return sshKeygen('-e', '-m', format, '-f', file);
      });
      expect(ok).toBe(true);
      refused(output);
    }
  });

  it('is a certificate', () => {
    const user = generated('ed25519');
    const line = inFolder((folder) => {
      const authority = join(folder, 'authority');
      const file = join(folder, 'user');
      writeFileSync(authority, ed25519.secret, { mode: 0o600 });
      writeFileSync(`${file}.pub`, user.line);
      sshKeygen('-q', '-s', authority, '-I', 'id', '-n', 'ada', `${file}.pub`);
      return readFileSync(`${file}-cert.pub`, 'utf8');
    });
    expect(line).toMatch(/^ssh-ed25519-cert-v01@openssh\.com /);
    refused(line);
  });

  it('is an ssh-dss key', () => {
    // By hand: newer versions of ssh-keygen generate none any more.
    const mpints = [1024, 160, 1023, 1024].map(oddMpint);
    refused(lineOf('ssh-dss', ...mpints));
  });

  it('has a base64 that is not the canonical one', () => {
    const line = (text: string) => {
      refused(`${ED} ${text} me`);
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
      const padded = lineOf(SK_ED, fieldsOf(ed25519.line)[1], application);
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
    const binary = blobOf(ED, Buffer.alloc(32, 0xff)).toString('base64');
    expect(parseSshPublicKey(`${ED} ${binary}`)).not.toBeNull();
    refused(`${ED} ${binary.replaceAll('/', '_')}`);
  });
});
