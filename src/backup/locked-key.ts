import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { ConfigError } from '../config/config.js';
import { DamagedSource } from '../engines/copy/damaged-source.js';

/** The secret key of the service, encrypted with a passphrase. All texts are base64. */
export interface LockedKey {
  /** scrypt with N = 2^15, r = 8, p = 1, then AES-256-GCM. */
  method: typeof METHOD;
  salt: string;
  nonce: string;
  key: string;
  tag: string;
}

const MIN_LENGTH = 12;
const METHOD = 'scrypt-15-8-1-aes-256-gcm';
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 };

/** @throws ConfigError the passphrase is too short */
export function lockKey(secretKey: string, passphrase: string): LockedKey {
  if (passphrase.length < MIN_LENGTH)
    throw new ConfigError([`The passphrase must have at least ${MIN_LENGTH} characters`]);
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, COST), nonce);
  const key = Buffer.concat([cipher.update(secretKey, 'utf8'), cipher.final()]);
  const [saltText, nonceText, keyText, tag] = [salt, nonce, key, cipher.getAuthTag()].map((part) =>
    part.toString('base64'),
  ) as [string, string, string, string];
  return { method: METHOD, salt: saltText, nonce: nonceText, key: keyText, tag };
}

/** @throws DamagedSource the passphrase is wrong, or the key is not one that `lockKey` has written */
export function unlockKey(locked: LockedKey, passphrase: string): string {
  const { method, salt, nonce, key, tag } = locked as Partial<Record<keyof LockedKey, unknown>>;
  const parts = [salt, nonce, key, tag].map((text) =>
    typeof text === 'string' ? Buffer.from(text, 'base64') : Buffer.alloc(0),
  ) as [Buffer, Buffer, Buffer, Buffer];
  if (method !== METHOD || parts.some(({ length }) => length === 0))
    throw new DamagedSource(
      'The key in this backup is incomplete, or a version that this one does not know has written it: leave out --passphrase-file to restore without the key.',
    );
  const [saltBytes, nonceBytes, keyBytes, tagBytes] = parts;
  const derived = scryptSync(passphrase, saltBytes, 32, COST);
  try {
    const decipher = createDecipheriv('aes-256-gcm', derived, nonceBytes);
    decipher.setAuthTag(tagBytes);
    return Buffer.concat([decipher.update(keyBytes), decipher.final()]).toString('utf8');
  } catch {
    throw new DamagedSource(
      'The passphrase does not open the key in this backup: try another one, or leave out --passphrase-file to restore without the key.',
    );
  }
}
