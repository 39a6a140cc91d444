import type { Random } from '../random.js';

/** Enough to need more than one page of the database now and then. */
const MAX_WORDS = 200;
const WORDS = ['engine', 'hums', 'wheel', 'turns', 'morning', 'again', 'größer', '機械', '🚂'];

/** A text with the marker that fits every column of contents; `long` only fits notes. */
export function textWith(marker: string, random: Random, long = false): string {
  const words = random.integer(1, long ? MAX_WORDS : 10);
  return [marker, ...Array.from({ length: words }, () => random.pick(WORDS))].join(' ');
}

const field = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** The line of an ed25519 public key that nobody has the private key of. */
export function sshKey(random: Random): string {
  const blob = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(random.bytes(32))]);
  return `ssh-ed25519 ${blob.toString('base64')}`;
}
