/**
 * Copies the chunks of a body into one buffer. A list of chunks would take many times their bytes: a client can send a
 * body in chunks of one byte, and each keeps the packet that it came in.
 */
export class GrowingBuffer {
  private buffer = Buffer.alloc(0);
  private length = 0;

  /** @param max the most bytes that will be written */
  constructor(private readonly max: number) {}

  /** The bytes that the buffer takes when the next `bytes` have been written. It at least doubles when it grows. */
  sizeWith(bytes: number): number {
    const needed = this.length + bytes;
    const { length: size } = this.buffer;
    return needed <= size ? size : Math.max(needed, Math.min(2 * size, this.max));
  }

  write(chunk: Buffer): void {
    const size = this.sizeWith(chunk.length);
    if (size > this.buffer.length) {
      const larger = Buffer.allocUnsafe(size);
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    this.length += chunk.copy(this.buffer, this.length);
  }

  /** What has been written, without a copy. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}
