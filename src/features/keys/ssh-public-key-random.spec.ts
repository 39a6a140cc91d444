import fc from 'fast-check';
import { field, fieldsOf } from '../../../test/support/ssh-line.js';
import { blobs, ED25519_TYPE } from '../../../test/support/ssh-samples.js';
import { parseSshPublicKey } from './ssh-public-key.js';

describe('a key changed at random', () => {
  it('is refused, one byte of a length, type or curve being different', () => {
    // Every such byte of every kind: these have only one right value, the lengths above all.
    for (const [type, blob] of blobs) {
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

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...blobs),
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ maxLength: 200 }),
        ([type], text, bytes) => {
          expect(parseSshPublicKey(text)).toBeNull();
          const blob = Buffer.concat([field(type), bytes]);
          parseSshPublicKey(`${type} ${blob.toString('base64')}`);
        },
      ),
    );
  });

  // A parser that backtracks would be at a million characters for hours.
  it('is refused at once, however long the text', () => {
    for (const part of ['a', ' ', 'a ', '\t', `${ED25519_TYPE} AAAA `, ' \0']) {
      expect(parseSshPublicKey(part.repeat(4998 / part.length))).toBeNull();
      expect(parseSshPublicKey(part.repeat(1_000_000 / part.length))).toBeNull();
      expect(parseSshPublicKey(`a${part.repeat(4000 / part.length)}\0`)).toBeNull();
    }
  });
});
