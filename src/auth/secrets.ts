import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** 20 URL-safe characters, 120 bits from the system's generator. */
export const newToken = (): string => randomBytes(15).toString('base64url');

/** SHA-256 in hex: a token has too much entropy to be guessed from it, so no salt and no cost. */
export const digest = (token: string): string => hash('sha256', token);

const VERSION = 'v1';

/** Encrypts at rest with AES-256-GCM under a key derived from SECRET_KEY. */
export class Sealer {
  private readonly key: Buffer;

  constructor(secretKey: string) {
    this.key = Buffer.from(hkdfSync('sha256', secretKey, '', 'forgenote private tokens', 32));
  }

  seal(text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [VERSION, nonce, sealed, cipher.getAuthTag()]
      .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
      .join('.');
  }

  /** @throws Error when the text was sealed under another key, or changed */
  open(sealed: string): string {
    const [version, nonce, text, tag] = sealed.split('.');
    if (version !== VERSION || !nonce || !text || !tag)
      throw new Error('Not a sealed text of this version');
    const decipher = createDecipheriv('aes-256-gcm', this.key, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    const opened = [decipher.update(Buffer.from(text, 'base64url')), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  }
}
