/**
 * The judge of this parser is OpenSSH itself: whatever the parser accepts, `ssh-keygen -lf` must read, with the
 * same size and fingerprints. The sk- kinds need hardware to be generated, so their blobs are put together by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  generateKey,
  inTemporaryFolder,
  inspectKey,
  sshKeygen,
} from '../../../test/support/ssh-keygen.js';
import {
  accepted,
  CURVES,
  ED25519_TYPE,
  rsa2048,
  variants,
  withOptions,
  withoutPoint,
} from '../../../test/support/ssh-samples.js';
import { parseSshPublicKey } from './ssh-public-key.js';

function expectReadAlike(line: string, type: string, bits: number) {
  const key = parseSshPublicKey(line);
  expect(key).toMatchObject({ type, line, bits });
  expect(inspectKey(line)).toEqual({ bits, fingerprint: key?.sha256 });
  expect(inspectKey(line, 'md5')).toEqual({ bits, fingerprint: `MD5:${key?.md5 ?? ''}` });
}

describe('an accepted key', () => {
  it.each(accepted)('%s of %d bits reads as ssh-keygen reads it', (type, bits, line) => {
    expectReadAlike(line, type, bits);
  });

  it.each([
    ['rsa', 2048, 'ssh-rsa'],
    ['rsa', 3072, 'ssh-rsa'],
    ['ed25519', 256, ED25519_TYPE],
    ['ecdsa', 256, 'ecdsa-sha2-nistp256'],
    ['ecdsa', 384, 'ecdsa-sha2-nistp384'],
    ['ecdsa', 521, 'ecdsa-sha2-nistp521'],
  ])('may be made by ssh-keygen: %s of %d bits', (kind, bits, type) => {
    expectReadAlike(generateKey(kind, bits).line, type, bits);
  });

  it.each(variants)('may have %s, as ssh-keygen sees it', (_what, line) => {
    expect(parseSshPublicKey(line)).not.toBeNull();
    expect(inspectKey(line)).not.toBeNull();
  });
});

describe('a refused line', () => {
  const refused = (line: string) => {
    expect(parseSshPublicKey(line)).toBeNull();
  };

  it.each(withOptions)('has options that ssh-keygen reads past: %s', (line) => {
    expect(inspectKey(line)).not.toBeNull();
    refused(line);
  });

  it('has an RSA modulus that is too short for us, though ssh-keygen reads it', () => {
    const { line } = generateKey('rsa', 1024);
    expect(inspectKey(line)?.bits).toBe(1024);
    refused(line);
  });

  it.each(CURVES)('has a point that ssh-keygen refuses too: %s', (...curve) => {
    for (const line of withoutPoint(curve)) {
      expect(inspectKey(line)).toBeNull();
      refused(line);
    }
  });

  it('is a private key, in any format or on one line', () => {
    const formats = new Set<string>();
    for (const { secret: openssh } of [
      generateKey('ed25519'),
      generateKey('rsa', 2048),
      generateKey('ecdsa', 256),
    ]) {
      // `-p` rewrites the file; ed25519 knows no other format and stays as it is.
      const rewritten = ['PEM', 'PKCS8'].map((format) =>
        inTemporaryFolder((folder) => {
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
        refused(`${ED25519_TYPE} ${text.split('\n').slice(1, -2).join('')}`);
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
      const { ok, output } = inTemporaryFolder((folder) => {
        const file = join(folder, 'key.pub');
        writeFileSync(file, rsa2048);
        return sshKeygen('-e', '-m', format, '-f', file);
      });
      expect(ok).toBe(true);
      refused(output);
    }
  });

  it('is a certificate', () => {
    const user = generateKey('ed25519');
    const line = inTemporaryFolder((folder) => {
      const authority = join(folder, 'authority');
      const file = join(folder, 'user');
      writeFileSync(authority, generateKey('ed25519').secret, { mode: 0o600 });
      writeFileSync(`${file}.pub`, user.line);
      sshKeygen('-q', '-s', authority, '-I', 'id', '-n', 'ada', `${file}.pub`);
      return readFileSync(`${file}-cert.pub`, 'utf8');
    });
    expect(line).toMatch(/^ssh-ed25519-cert-v01@openssh\.com /);
    refused(line);
  });
});
