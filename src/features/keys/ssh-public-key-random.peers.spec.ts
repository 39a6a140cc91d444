import fc from 'fast-check';
import { inspectKey } from '../../../test/support/ssh-keygen.js';
import { field } from '../../../test/support/ssh-line.js';
import { blobs } from '../../../test/support/ssh-samples.js';
import { parseSshPublicKey } from './ssh-public-key.js';

describe('a key changed at random', () => {
  /** Refused, or read alike by ssh-keygen: there is no third way. */
  function refusedOrReadAlike(line: string) {
    const key = parseSshPublicKey(line);
    if (!key) return;
    expect(inspectKey(line)).toEqual({ bits: key.bits, fingerprint: key.sha256 });
  }

  it('is refused, or read as ssh-keygen reads it, after one byte of the blob changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...blobs),
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

  it('is refused, or read as ssh-keygen reads it, after a byte of the blob is added or removed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...blobs),
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

  it('is refused, or read as ssh-keygen reads it, after one character of the line is replaced or removed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...blobs),
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

  it('is refused, or read as ssh-keygen reads it, with random bytes after the type', () => {
    fc.assert(
      fc.property(fc.constantFrom(...blobs), fc.uint8Array({ maxLength: 200 }), ([type], bytes) => {
        const blob = Buffer.concat([field(type), bytes]);
        refusedOrReadAlike(`${type} ${blob.toString('base64')}`);
      }),
    );
  });
});
