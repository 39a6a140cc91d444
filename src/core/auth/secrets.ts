import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { LoggableError } from '../../base/log/loggable-error.js';

/** 20 URL-safe characters with 120 random bits. */
export const newToken = (): string => randomBytes(15).toString('base64url');

/** SHA-256 in hex. A fast hash without salt is enough, because a random token cannot be guessed. */
export const digest = (token: string): string => hash('sha256', token);

const VERSION = 'v1';

/** Encrypts with AES-256-GCM and signs with HMAC-SHA-256. The keys are derived from SECRET_KEY. */
export class Sealer {
  private readonly key: Buffer;
  private readonly signingKey: Buffer;

  constructor(secretKey: string) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secretKey, '', `forgenote ${purpose}`, 32));
    this.key = derive('private tokens');
    this.signingKey = derive('fingerprints');
  }

  /** Names the key in records: 16 hexadecimal digits, from which nobody can find the key. */
  get fingerprint(): string {
    return this.sign('secret key').slice(0, 16);
  }

  /** In hex. Without the key, nobody can find the text by trying. */
  sign(text: string): string {
    return createHmac('sha256', this.signingKey).update(text).digest('hex');
  }

  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [VERSION, nonce, sealed, cipher.getAuthTag()]
      .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
      .join('.');
  }

  /** @throws Error the text was encrypted with another key, or was changed */
  open(sealed: string): string {
    const [version, nonce, text, tag] = sealed.split('.');
    if (version !== VERSION || !nonce || !text || !tag)
      throw new LoggableError('Not a sealed text of this version');
    const decipher = createDecipheriv('aes-256-gcm', this.key, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    const opened = [decipher.update(Buffer.from(text, 'base64url')), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  }
}
