import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../base/config/config.js';
import { NotFound } from '../../http/errors/errors.js';
import { usernameKey } from '../users/user-name.js';
import { KeysRepository } from './keys.repository.js';

/** The keys of a user in the format of `authorized_keys`. */
@Injectable()
export class KeyFiles {
  constructor(
    private readonly keys: KeysRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws NotFound if there is no active user with the name, or if pages are off */
  async get(username: string): Promise<string> {
    const lines = this.config.publicPages
      ? await this.keys.linesOfActiveUser(usernameKey(username))
      : null;
    if (!lines) throw new NotFound('User');
    return lines.map((line) => `${withoutComment(line)}\n`).join('');
  }
}

/** Comments often contain email addresses and host names, and this file is public. */
const withoutComment = (line: string): string => line.split(/[ \t]+/, 2).join(' ');
