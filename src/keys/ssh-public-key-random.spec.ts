import fc from 'fast-check';
import { judged } from '../../test/support/ssh-keygen.js';
import { field, fieldsOf } from '../../test/support/ssh-line.js';
import {
  ecdsa256,
  ecdsa384,
  ecdsa521,
  ED,
  ed25519,
  rsa2048,
  skEcdsa,
  skEd25519,
} from '../../test/support/ssh-samples.js';
import { parseSshPublicKey } from './ssh-public-key.js';

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

  // A parser that backtracks would be at a million characters for hours.
  it('is refused at once, however long the text', () => {
    for (const part of ['a', ' ', 'a ', '\t', `${ED} AAAA `, ' \0']) {
      expect(parseSshPublicKey(part.repeat(4998 / part.length))).toBeNull();
      expect(parseSshPublicKey(part.repeat(1_000_000 / part.length))).toBeNull();
      expect(parseSshPublicKey(`a${part.repeat(4000 / part.length)}\0`)).toBeNull();
    }
  });
});
