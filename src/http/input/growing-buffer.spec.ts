import { GrowingBuffer } from './growing-buffer.js';

describe('GrowingBuffer', () => {
  it('returns what was written, in order', () => {
    const buffer = new GrowingBuffer(1_000);
    for (const text of ['a', 'bc', '', 'def']) buffer.write(Buffer.from(text));
    expect(buffer.bytes().toString()).toBe('abcdef');
  });

  it('takes at most twice the bytes of a body that arrives one by one, and copies it a few times', () => {
    const buffer = new GrowingBuffer(1 << 20);
    const sizes = new Set<number>();
    for (let length = 1; length <= 65_536; length += 1) {
      sizes.add(buffer.sizeWith(1));
      expect(buffer.sizeWith(1)).toBeLessThanOrEqual(2 * length);
      buffer.write(Buffer.from('a'));
    }
    expect(sizes.size).toBe(17);
  });

  it('does not grow beyond the most that will be written', () => {
    const buffer = new GrowingBuffer(1_000);
    buffer.write(Buffer.alloc(600));
    expect(buffer.sizeWith(1)).toBe(1_000);
  });
});
