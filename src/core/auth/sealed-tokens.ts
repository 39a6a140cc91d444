import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, ConfigError, type Config } from '../../base/config/config.js';
import { createKeyFile, keyFileOf, newKey, previousKeyFileOf, storedKey } from './key-file.js';
import { digest, newToken, Sealer } from './secrets.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/**
 * Stores private tokens: a digest for lookups, and the token itself encrypted with SECRET_KEY. Also protects other
 * texts that contain secrets. During a rotation it also accepts what the previous key has encrypted.
 */
@Injectable()
export class SealedTokens implements OnModuleInit {
  /** The current key, then the previous one. Empty if no key exists yet, or if the command uses none. */
  private sealers: Sealer[] = [];

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onModuleInit(): void {
    const { secretKey, secretKeyPrevious, usesKey } = this.config;
    if (!usesKey) return;
    const keys =
      secretKey === null
        ? [storedKey(this.keyFile), storedKey(this.previousKeyFile)]
        : [secretKey, secretKeyPrevious];
    this.sealers = keys.flatMap((key) => (key === null ? [] : [new Sealer(key)]));
  }

  /** For a database without encrypted tokens, and to begin a rotation. Keeps a key that exists. */
  createMissingKey(): void {
    if (this.config.secretKey !== null) return;
    if (storedKey(this.keyFile) === null) createKeyFile(this.keyFile, newKey());
    // Another instance may have created the file.
    this.onModuleInit();
  }

  /** The operator has renamed the key file, to have a new key. */
  get isKeyRenamed(): boolean {
    return (
      this.config.secretKey === null &&
      storedKey(this.keyFile) === null &&
      storedKey(this.previousKeyFile) !== null
    );
  }

  /**
   * @param sealed a text that this database contains
   * @throws ConfigError the key is missing, or is not the one that encrypted the text
   */
  requireKeyOf(sealed: string): void {
    // Another instance may have created the key with the first user, after this one looked for it.
    if (this.sealers.length === 0) this.onModuleInit();
    const { secretKey } = this.config;
    const file = this.keyFile;
    if (this.sealers.length === 0)
      throw new ConfigError([
        `The key ${file} of this database is missing: restore the file from a backup, or set SECRET_KEY to its content. ` +
          'Without the key, nobody can read the private tokens in the database. If it is lost, start with --new-key',
      ]);
    if (this.canOpen(sealed)) return;
    throw new ConfigError([
      (secretKey === null ? `The key in ${file}` : 'SECRET_KEY') +
        ' does not decrypt the private tokens in this database: ' +
        (secretKey === null
          ? 'restore the file from a backup of the same time'
          : `set the key that was used before, which may be in ${file}`) +
        '. If it is lost, start with --new-key',
    ]);
  }

  /** Whether one of the keys decrypts the text. */
  canOpen(sealed: string): boolean {
    return this.tryOpen(sealed) !== null;
  }

  /** Names the key that encrypts, then the previous one. */
  fingerprints(): string[] {
    return this.sealers.map(({ fingerprint }) => fingerprint);
  }

  /** Whether only the previous key decrypts the text. */
  isOutdated(sealed: string): boolean {
    return openWith(this.current(), sealed) === null && this.canOpen(sealed);
  }

  private get keyFile(): string {
    return keyFileOf(this.config.database);
  }

  private get previousKeyFile(): string {
    return previousKeyFileOf(this.config.database);
  }

  /** The columns of a user for a token. Creates a new token by default. */
  columnsFor(token: string = newToken()): { tokenDigest: string; tokenSealed: string } {
    return { tokenDigest: digest(token), tokenSealed: this.seal(token) };
  }

  seal(text: string): string {
    return this.current().seal(text);
  }

  /** A keyed hash, for comparing texts that contain secrets. */
  sign(text: string): string {
    return this.current().sign(text);
  }

  /** What `sign` returns, then what it returned before the rotation. */
  signatures(text: string): [now: string, ...former: string[]] {
    const [, ...former] = this.sealers;
    return [this.current().sign(text), ...former.map((sealer) => sealer.sign(text))];
  }

  /** @throws Error the text was encrypted with another SECRET_KEY */
  open(sealed: string): string {
    return this.tryOpen(sealed) ?? this.current().open(sealed);
  }

  /** Null if no key decrypts the text. */
  private tryOpen(sealed: string): string | null {
    for (const sealer of this.sealers) {
      const opened = openWith(sealer, sealed);
      if (opened !== null) return opened;
    }
    return null;
  }

  private current(): Sealer {
    const [current] = this.sealers;
    if (!current) throw new LoggableError('The secret key is not loaded');
    return current;
  }
}

/** Null if another key has encrypted the text. */
function openWith(sealer: Sealer, sealed: string): string | null {
  try {
    return sealer.open(sealed);
  } catch {
    return null;
  }
}
