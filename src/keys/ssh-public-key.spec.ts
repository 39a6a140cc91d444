/**
 * The judge of this parser is OpenSSH itself: whatever it accepts, `ssh-keygen -lf` must read, with
 * the same size and fingerprints. The sk- kinds need hardware to be generated, so their blobs are
 * put together here, and ssh-keygen judges those too.
 */
import { spawnSync } from 'node:child_process';
import { createECDH, createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseSshPublicKey } from './ssh-public-key.js';

const folder = mkdtempSync(join(tmpdir(), 'ssh-public-key-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Never skips: without ssh-keygen nothing here would be proven. */
function sshKeygen(...args: string[]): { ok: boolean; output: string } {
  const { error, status, stdout } = spawnSync('ssh-keygen', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error) {
    throw new Error(
      `These tests need ssh-keygen: please install openssh-client (${error.message}).`,
    );
  }
  return { ok: status === 0, output: stdout };
}

let files = 0;
const newFile = () => join(folder, `key-${files++}`);

interface Judgement {
  bits: number;
  fingerprint: string;
}

/** What ssh-keygen prints for this line: `256 SHA256:... comment (ED25519)`, or null. */
function judged(line: string, hash: 'sha256' | 'md5' = 'sha256'): Judgement | null {
  const file = newFile();
  writeFileSync(file, `${line}\n`);
  const { ok, output } = sshKeygen('-l', '-E', hash, '-f', file);
  rmSync(file);
  if (!ok) return null;
  const [bits, fingerprint] = output.split(' ');
  return { bits: Number(bits), fingerprint };
}

function generated(type: string, bits?: number): { line: string; file: string } {
  const file = newFile();
  const size = bits ? ['-b', String(bits)] : [];
  const { ok } = sshKeygen(
    '-q',
    '-t',
    type,
    ...size,
    '-N',
    '',
    '-C',
    'ada@example.com',
    '-f',
    file,
  );
  if (!ok) throw new Error(`ssh-keygen generated no ${type} key.`);
  return { line: readFileSync(`${file}.pub`, 'utf8').trim(), file };
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const blobOf = (...fields: (string | Buffer)[]) => Buffer.concat(fields.map(field));

/** A line with whatever fields one likes after the type. */
const lineOf = (type: string, ...fields: (string | Buffer)[]) =>
  `${type} ${blobOf(type, ...fields).toString('base64')}`;

/** The fields of a line, the inner type first. */
function fieldsOf(line: string): Buffer[] {
  const blob = Buffer.from(line.split(' ')[1], 'base64');
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length; at += 4 + blob.readUInt32BE(at)) {
    fields.push(blob.subarray(at + 4, at + 4 + blob.readUInt32BE(at)));
  }
  return fields;
}

/** An odd number of exactly so many bits as an mpint: nobody can tell it from a modulus. */
function oddMpint(bits: number): Buffer {
  const digits = randomBytes(Math.ceil(bits / 8));
  const top = (bits - 1) % 8;
  digits[0] = (digits[0] & (2 ** top - 1)) | (2 ** top);
  digits[digits.length - 1] |= 1;
  return digits[0] < 0x80 ? digits : Buffer.concat([Buffer.of(0), digits]);
}

const F4 = Buffer.of(1, 0, 1);
const ED = 'ssh-ed25519';
const SK_ED = 'sk-ssh-ed25519@openssh.com';
const SK_ECDSA = 'sk-ecdsa-sha2-nistp256@openssh.com';
const p256Point = () => createECDH('prime256v1').generateKeys();

const ed25519 = generated('ed25519');
const rsa2048 = generated('rsa', 2048);
const ecdsa256 = generated('ecdsa', 256);
const ecdsa384 = generated('ecdsa', 384);
const ecdsa521 = generated('ecdsa', 521);
const skEd25519 = lineOf(SK_ED, fieldsOf(ed25519.line)[1], 'ssh:');
const skEcdsa = lineOf(SK_ECDSA, 'nistp256', p256Point(), 'ssh:laptop');

const accepted: [type: string, bits: number, line: string][] = [
  ['ssh-rsa', 2048, rsa2048.line],
  ['ssh-rsa', 3072, generated('rsa', 3072).line],
  ['ssh-rsa', 2049, lineOf('ssh-rsa', F4, oddMpint(2049))],
  ['ssh-rsa', 16384, lineOf('ssh-rsa', F4, oddMpint(16384))],
  ['ssh-rsa', 2056, lineOf('ssh-rsa', Buffer.of(3), oddMpint(2056))],
  [ED, 256, ed25519.line],
  ['ecdsa-sha2-nistp256', 256, ecdsa256.line],
  ['ecdsa-sha2-nistp384', 384, ecdsa384.line],
  ['ecdsa-sha2-nistp521', 521, ecdsa521.line],
  [SK_ED, 256, skEd25519],
  [SK_ECDSA, 256, skEcdsa],
];

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
    for (const { file } of [ed25519, rsa2048, ecdsa256]) {
      const openssh = readFileSync(file, 'utf8');
      // `-p` rewrites the file; ed25519 knows no other format and stays as it is.
      const rewritten = ['PEM', 'PKCS8'].map((format) => {
        const copy = newFile();
        writeFileSync(copy, openssh, { mode: 0o600 });
        sshKeygen('-p', '-q', '-m', format, '-P', '', '-N', '', '-f', copy);
        return readFileSync(copy, 'utf8');
      });
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
      const { ok, output } = sshKeygen('-e', '-m', format, '-f', `${rsa2048.file}.pub`);
      expect(ok).toBe(true);
      refused(output);
    }
  });

  it('is a certificate', () => {
    const user = generated('ed25519');
    sshKeygen('-q', '-s', ed25519.file, '-I', 'id', '-n', 'ada', `${user.file}.pub`);
    const line = readFileSync(`${user.file}-cert.pub`, 'utf8');
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

  it('has an inner type other than the outer', () => {
    for (const [, , one] of accepted) {
      for (const [, , other] of accepted) {
        const [type] = one.split(' ');
        const [otherType, key] = other.split(' ');
        if (type !== otherType) refused(`${type} ${key}`);
      }
    }
    // The same but for the eighth bit.
    const inner = Buffer.from(ED).map((byte, at) => (at === 3 ? byte | 0x80 : byte));
    refused(`${ED} ${blobOf(Buffer.from(inner), Buffer.alloc(32)).toString('base64')}`);
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
    blob.writeUInt32BE(0xffffffff, 4 + ED.length);
    refused(`${ED} ${blob.toString('base64')}`);
  });

  it('has an ed25519 key that is not 32 bytes long', () => {
    for (const length of [31, 33, 64]) {
      refused(lineOf(ED, Buffer.alloc(length, 7)));
      refused(lineOf(SK_ED, Buffer.alloc(length, 7), 'ssh:'));
    }
  });

  it('has an RSA modulus that is too short, too long, even, negative or padded', () => {
    const withModulus = (modulus: Buffer) => {
      refused(lineOf('ssh-rsa', F4, modulus));
    };
    const short = generated('rsa', 1024).line;
    expect(judged(short)?.bits).toBe(1024);
    refused(short);
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
    refused(lineOf('ssh-rsa', modulus, F4));
  });

  it('names another curve than its type', () => {
    const point = p256Point();
    refused(lineOf('ecdsa-sha2-nistp256', 'nistp384', point));
    refused(lineOf('ecdsa-sha2-nistp384', 'nistp256', point));
    refused(lineOf('ecdsa-sha2-nistp384', 'nistp384', point));
    refused(lineOf('ecdsa-sha2-nistp256', 'secp256r1', point));
    refused(lineOf(SK_ECDSA, 'nistp384', point, 'ssh:'));
    const secp256k1 = createECDH('secp256k1').generateKeys();
    refused(lineOf('ecdsa-sha2-nistp256', 'nistp256', secp256k1));
  });

  it.each([
    ['nistp256', 'prime256v1', 32],
    ['nistp384', 'secp384r1', 48],
    ['nistp521', 'secp521r1', 66],
  ])('has something that is not an uncompressed point of %s', (curve, name, size) => {
    const ecdh = createECDH(name);
    const point = ecdh.generateKeys();
    const withPoint = (bytes: Buffer) => {
      const line = lineOf(`ecdsa-sha2-${curve}`, curve, bytes);
      expect(judged(line)).toBeNull();
      refused(line);
    };
    expect(parseSshPublicKey(lineOf(`ecdsa-sha2-${curve}`, curve, point))).not.toBeNull();
    withPoint(ecdh.getPublicKey(null, 'compressed'));
    withPoint(ecdh.getPublicKey(null, 'hybrid'));
    withPoint(Buffer.of(0));
    withPoint(Buffer.concat([Buffer.of(4), Buffer.alloc(2 * size)]));
    withPoint(Buffer.concat([Buffer.of(4), Buffer.alloc(2 * size, 0xff)]));
    withPoint(point.subarray(0, -1));
    withPoint(Buffer.concat([point, Buffer.of(0)]));
    withPoint(point.with(-1, point[point.length - 1] ^ 1) as Buffer);
    withPoint(point.with(size, point[size] ^ 1) as Buffer);
  });

  it('has no application, or one that is no text', () => {
    for (const application of ['', '\0', 'ssh:\0', 'ssh:\n', 'ssh:\x7f']) {
      refused(lineOf(SK_ED, Buffer.alloc(32, 7), application));
      refused(lineOf(SK_ECDSA, 'nistp256', p256Point(), application));
    }
  });
});

describe('a key changed at random', () => {
  const kinds = [
    rsa2048.line,
    ed25519.line,
    ecdsa256.line,
    ecdsa384.line,
    ecdsa521.line,
    skEd25519,
    skEcdsa,
  ].map((line): [type: string, blob: Buffer] => {
    const [type, base64] = line.split(' ');
    return [type, Buffer.from(base64, 'base64')];
  });

  /** Refused, or read alike by ssh-keygen: there is no third way. */
  function refusedOrReadAlike(line: string) {
    const key = parseSshPublicKey(line);
    if (!key) return;
    expect(judged(line)).toEqual({ bits: key.bits, fingerprint: key.sha256 });
  }

  it('is refused or read alike, one byte of the blob being different', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        ([type, blob], where, difference) => {
          const changed = Buffer.from(blob);
          changed[where % blob.length] ^= difference;
          refusedOrReadAlike(`${type} ${changed.toString('base64')}`);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('is refused, one byte of a length, type or curve being different', () => {
    // Every such byte of every kind: these have only one right value, the lengths above all.
    for (const [type, blob] of kinds) {
      const fields = fieldsOf(`${type} ${blob.toString('base64')}`);
      let at = 0;
      for (const [index, { length }] of fields.entries()) {
        const fixed = index === 0 || fields[index].toString().startsWith('nistp');
        for (let offset = at; offset < at + 4 + (fixed ? length : 0); offset++) {
          for (const difference of [1, 2, 0x20, 0x80, 0xff]) {
            const changed = Buffer.from(blob);
            changed[offset] ^= difference;
            expect(parseSshPublicKey(`${type} ${changed.toString('base64')}`)).toBeNull();
          }
        }
        at += 4 + length;
      }
    }
  });

  it('is refused or read alike, a byte of the blob being added or missing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.nat(),
        fc.option(fc.integer({ min: 0, max: 255 })),
        ([type, blob], where, added) => {
          const at = where % blob.length;
          const changed = [...blob];
          if (added === null) changed.splice(at, 1);
          else changed.splice(at, 0, added);
          refusedOrReadAlike(`${type} ${Buffer.from(changed).toString('base64')}`);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('is refused or read alike, one character of the line being different', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.nat(),
        fc.string({ unit: 'binary', minLength: 0, maxLength: 2 }),
        ([type, blob], where, text) => {
          const line = `${type} ${blob.toString('base64')}`;
          const at = where % line.length;
          refusedOrReadAlike((line.slice(0, at) + text + line.slice(at + 1)).trim());
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ maxLength: 200 }),
        ([type], text, bytes) => {
          expect(parseSshPublicKey(text)).toBeNull();
          const blob = Buffer.concat([field(type), bytes]);
          refusedOrReadAlike(`${type} ${blob.toString('base64')}`);
        },
      ),
    );
  });

  it('takes no long time over long texts', () => {
    const started = performance.now();
    for (const part of ['a', ' ', 'a ', '\t', `${ED} AAAA `, ' \0']) {
      expect(parseSshPublicKey(part.repeat(4998 / part.length))).toBeNull();
      expect(parseSshPublicKey(part.repeat(1_000_000 / part.length))).toBeNull();
      expect(parseSshPublicKey(`a${part.repeat(4000 / part.length)}\0`)).toBeNull();
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
