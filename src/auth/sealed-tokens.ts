import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, ConfigError, type Config } from '../config/config.js';
import { makePrivateFolder, requirePrivate } from '../config/private-files.js';
import { dataFolder } from '../engines/create-engine.js';
import { digest, newToken, Sealer } from './secrets.js';

/**
 * Stores private tokens: a digest for lookups, and the token itself encrypted with SECRET_KEY. Also protects other
 * texts that contain secrets.
 */
@Injectable()
export class SealedTokens implements OnModuleInit {
  private sealer!: Sealer;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onModuleInit(): void {
    const { secretKey, database } = this.config;
    this.sealer = new Sealer(secretKey ?? storedKey(dataFolder(database)));
  }

  /** The columns of a user for a token. Creates a new token by default. */
  columnsFor(token: string = newToken()): { tokenDigest: string; tokenSealed: string } {
    return { tokenDigest: digest(token), tokenSealed: this.sealer.seal(token) };
  }

  seal(text: string): string {
    return this.sealer.seal(text);
  }

  /** A keyed hash, for comparing texts that contain secrets. */
  sign(text: string): string {
    return this.sealer.sign(text);
  }

  /** @throws Error the text was encrypted with another SECRET_KEY */
  open(sealed: string): string {
    return this.sealer.open(sealed);
  }
}

/** Reads the key file in the data folder. The first start creates it. */
function storedKey(folder: string): string {
  const path = join(folder, 'secret.key');
  if (!existsSync(path)) createKeyFile(folder, path);
  requirePrivate(path);
  const key = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new ConfigError([`The key in ${path} is damaged: put the file back from a backup`]);
  }
  return key;
}

/** Creates the file atomically: it never exists without its content, and never replaces that of another instance. */
function createKeyFile(folder: string, path: string): void {
  makePrivateFolder(folder);
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
