import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, ConfigError, type Config } from '../config/config.js';
import { dataFolder } from '../engines/create-engine.js';
import { digest, newToken, Sealer } from './secrets.js';

/** Private tokens at rest: a digest to find their owner by, and the value under SECRET_KEY. */
@Injectable()
export class SealedTokens implements OnModuleInit {
  private sealer!: Sealer;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  onModuleInit(): void {
    const { secretKey, database } = this.config;
    this.sealer = new Sealer(secretKey ?? keptKey(dataFolder(database)));
  }

  /** The columns of a user for a token, by default a new one. */
  columnsFor(token: string = newToken()): { tokenDigest: string; tokenSealed: string } {
    return { tokenDigest: digest(token), tokenSealed: this.sealer.seal(token) };
  }

  /** @throws Error when SECRET_KEY is not the one the token was sealed with */
  open(sealed: string): string {
    return this.sealer.open(sealed);
  }
}

/** The key made at the first start beside the embedded database, readable by its owner only. */
function keptKey(folder: string): string {
  const path = join(folder, 'secret.key');
  if (!existsSync(path)) makeKey(folder, path);
  const key = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new ConfigError([`The key in ${path} is damaged: put the file back from a backup`]);
  }
  return key;
}

/** The file appears with its content or not at all, and never in the place of another instance's. */
function makeKey(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true });
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
