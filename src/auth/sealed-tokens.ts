import { statSync } from 'node:fs';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, ConfigError, type Config } from '../config/config.js';
import { createKeyFile, keyFileOf, newKey, previousKeyFileOf, storedKey } from './key-file.js';
import { digest, newToken, Sealer } from './secrets.js';
import { LoggableError } from '../log/loggable-error.js';
import { ServiceLogger } from '../log/service-logger.js';

interface KeyInFile {
  file: string;
  sealer: Sealer;
}

/**
 * Stores private tokens: a digest for lookups, and the token itself encrypted with SECRET_KEY. Also protects other
 * texts that contain secrets. During a rotation it also accepts what the previous key has encrypted.
 */
@Injectable()
export class SealedTokens implements OnModuleInit {
  /** The current key, then the previous one. Empty if no key exists yet, or if the command uses none. */
  private sealers: Sealer[] = [];
  /** The keys of the files, which SECRET_KEY replaces. Read when they are needed. */
  private unused: KeyInFile[] | undefined;
  /** When the key file was changed last, in milliseconds since 1970. */
  private readFileOf = 0;
  private readonly logger = new ServiceLogger('start');

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onModuleInit(): void {
    const { secretKey, secretKeyPrevious, usesKey } = this.config;
    if (!usesKey) return;
    this.readFileOf = this.changeOfFile();
    const keys =
      secretKey === null
        ? [storedKey(this.keyFile), storedKey(previousKeyFileOf(this.config.database))]
        : [secretKey, secretKeyPrevious];
    this.sealers = keys.flatMap((key) => (key === null ? [] : [new Sealer(key)]));
  }

  /** For a database without encrypted tokens. Keeps a key that exists. */
  createMissingKey(): void {
    if (this.config.secretKey !== null) return;
    if (storedKey(this.keyFile) === null) createKeyFile(this.keyFile, newKey());
    // Another instance may have created the file.
    this.onModuleInit();
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
    this.requireLost(sealed);
    throw new ConfigError([
      (secretKey === null ? `The key in ${file}` : 'SECRET_KEY') +
        ' does not decrypt the private tokens in this database: ' +
        (secretKey === null
          ? 'restore the file from a backup of the same time'
          : 'set the key that was used before') +
        '. If it is lost, start with --new-key',
    ]);
  }

  /**
   * For a text that would be forgotten.
   *
   * @throws ConfigError SECRET_KEY does not decrypt the text, but the key in a file does
   */
  requireLost(sealed: string): void {
    if (this.config.secretKey === null || this.canOpen(sealed)) return;
    this.unused ??= this.keysInFiles();
    const found = this.unused.find(({ sealer }) => opens(sealer, sealed));
    if (!found) return;
    throw new ConfigError([
      `SECRET_KEY is not the key of this database, which is in ${found.file}: ` +
        (this.config.database.kind === 'sqlite'
          ? 'remove SECRET_KEY, or SECRET_KEY_FILE, to use the file'
          : 'set SECRET_KEY_FILE to this file instead of SECRET_KEY'),
    ]);
  }

  private keysInFiles(): KeyInFile[] {
    return [this.keyFile, previousKeyFileOf(this.config.database)].flatMap((file) => {
      const key = storedKey(file);
      return key === null ? [] : [{ file, sealer: new Sealer(key) }];
    });
  }

  /** Whether one of the keys decrypts the text. */
  canOpen(sealed: string): boolean {
    return this.tryOpen(sealed) !== null;
  }

  /** Names the key that encrypts, then the previous one. */
  fingerprints(): string[] {
    return this.sealers.map(({ fingerprint }) => fingerprint);
  }

  /** Whether the previous key has encrypted the text. */
  isOutdated(sealed: string): boolean {
    const [current, previous] = this.sealers;
    return (
      current !== undefined &&
      previous !== undefined &&
      !opens(current, sealed) &&
      opens(previous, sealed)
    );
  }

  private get keyFile(): string {
    return keyFileOf(this.config.database);
  }

  /** The columns of a user for a token. Creates a new token by default. */
  columnsFor(token: string = newToken()): { tokenDigest: string; tokenSealed: string } {
    return { tokenDigest: digest(token), tokenSealed: this.seal(token) };
  }

  seal(text: string): string {
    this.readChangedFile();
    return this.current().seal(text);
  }

  /** A keyed hash, for comparing texts that contain secrets. */
  sign(text: string): string {
    this.readChangedFile();
    return this.current().sign(text);
  }

  /** What `sign` returns, then what it returned before the rotation. */
  signatures(text: string): [now: string, ...former: string[]] {
    this.readChangedFile();
    const [, ...former] = this.sealers;
    return [this.current().sign(text), ...former.map((sealer) => sealer.sign(text))];
  }

  /** @throws Error the text was encrypted with another SECRET_KEY */
  open(sealed: string): string {
    const opened = this.tryOpen(sealed);
    if (opened !== null) return opened;
    this.readChangedFile();
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

  /** `rotate-key` replaces the file while the service runs. */
  private readChangedFile(): void {
    if (this.config.secretKey !== null || this.changeOfFile() === this.readFileOf) return;
    const known = this.sealers;
    try {
      this.onModuleInit();
      if (storedKey(this.keyFile) !== null) return;
      this.logger.error(
        `The key ${this.keyFile} has disappeared: put it back before the next start`,
      );
    } catch (error) {
      this.logger.error({ message: `The key ${this.keyFile} cannot be read`, error });
    }
    // A service that has a key goes on with it.
    this.sealers = known;
  }

  private changeOfFile(): number {
    if (this.config.secretKey !== null) return 0;
    return statSync(this.keyFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }
}

const opens = (sealer: Sealer, sealed: string): boolean => openWith(sealer, sealed) !== null;

/** Null if another key has encrypted the text. */
function openWith(sealer: Sealer, sealed: string): string | null {
  try {
    return sealer.open(sealed);
  } catch {
    return null;
  }
}
