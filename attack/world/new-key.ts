import { randomBytes } from 'node:crypto';

const field = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** A line with these fields after the type. */
export const keyLine = (type: string, ...fields: Buffer[]): string => {
  const blob = Buffer.concat([Buffer.from(type), ...fields].map(field));
  return `${type} ${blob.toString('base64')}`;
};

/** A new ed25519 key. Any 32 bytes are one. */
export const newKey = (): string => keyLine('ssh-ed25519', randomBytes(32));
