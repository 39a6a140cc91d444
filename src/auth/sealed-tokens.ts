import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, ConfigError, type Config } from '../config/config.js';
import { makePrivateFolder, requirePrivate } from '../config/private-files.js';
import { dataFolder } from '../engines/create-engine.js';
import { digest, newToken, Sealer } from './secrets.js';

/** With an embedded database and without SECRET_KEY, the key is in this file next to the database. */
const KEY_FILE = 'secret.key';

/**
 * Stores private tokens: a digest for lookups, and the token itself encrypted with SECRET_KEY. Also protects other
 * texts that contain secrets.
 */
@Injectable()
export class SealedTokens implements OnModuleInit {
  /** Missing only until `createMissingKey` or `requireKeyOf`, which the start calls. */
  private sealer?: Sealer;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onModuleInit(): void {
    const key = this.config.secretKey ?? storedKey(this.keyFile);
    if (key !== null) this.sealer = new Sealer(key);
  }

  /** For a database without users. Keeps a key that exists. */
  createMissingKey(): void {
    if (this.config.secretKey !== null) return;
    if (storedKey(this.keyFile) === null) createKeyFile(this.keyFile);
    // Another instance may have created the file.
    this.onModuleInit();
  }

  /**
   * @param sealed a text that this database contains
   * @throws ConfigError the key is missing, or is not the one that encrypted the text
   */
  requireKeyOf(sealed: string): void {
    // Another instance may have created the key with the first user, after this one looked for it.
    if (!this.sealer) this.onModuleInit();
    const { secretKey, database } = this.config;
    const file = this.keyFile;
    if (!this.sealer)
      throw new ConfigError([
        `The key ${file} of this database is missing: restore the file from a backup, or set SECRET_KEY to its content. ` +
          'Without the key, nobody can read the private tokens in the database',
      ]);
    if (opens(this.sealer, sealed)) return;
    const stored = database.kind === 'sqlite' && secretKey !== null ? storedKey(file) : null;
    if (stored !== null && opens(new Sealer(stored), sealed))
      throw new ConfigError([
        `SECRET_KEY is not the key of this database, which is in ${file}: remove SECRET_KEY, or SECRET_KEY_FILE, to use the file`,
      ]);
    throw new ConfigError([
      (secretKey === null ? `The key in ${file}` : 'SECRET_KEY') +
        ' does not decrypt the private tokens in this database: ' +
        (secretKey === null
          ? 'restore the file from a backup of the same time'
          : 'set the key that was used before'),
    ]);
  }

  private get keyFile(): string {
    return join(dataFolder(this.config.database), KEY_FILE);
  }

  /** The columns of a user for a token. Creates a new token by default. */
  columnsFor(token: string = newToken()): { tokenDigest: string; tokenSealed: string } {
    return { tokenDigest: digest(token), tokenSealed: this.seal(token) };
  }

  seal(text: string): string {
    return this.key().seal(text);
  }

  /** A keyed hash, for comparing texts that contain secrets. */
  sign(text: string): string {
    return this.key().sign(text);
  }

  /** @throws Error the text was encrypted with another SECRET_KEY */
  open(sealed: string): string {
    return this.key().open(sealed);
  }

  private key(): Sealer {
    if (!this.sealer) throw new Error('The secret key is not loaded');
    return this.sealer;
  }
}

function opens(sealer: Sealer, sealed: string): boolean {
  try {
    sealer.open(sealed);
    return true;
  } catch {
    return false;
  }
}

/** Null if there is no such file. */
function storedKey(path: string): string | null {
  if (!existsSync(path)) return null;
  requirePrivate(path);
  const key = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new ConfigError([`The key in ${path} is damaged: put the file back from a backup`]);
  }
  return key;
}

/** Creates the file atomically: it never exists without its content, and never replaces that of another instance. */
function createKeyFile(path: string): void {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
