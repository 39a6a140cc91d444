import { Injectable } from '@nestjs/common';
import { NotFound } from '../http/errors/errors.js';
import { usernameKey } from '../users/user-name.js';
import { KeysRepository } from './keys.repository.js';

/** The keys of a user in the format of `authorized_keys`. */
@Injectable()
export class KeyFiles {
  constructor(private readonly keys: KeysRepository) {}

  async get(username: string): Promise<string> {
    const lines = await this.keys.linesOfActiveUser(usernameKey(username));
    if (!lines) throw new NotFound('User');
    return lines.map((line) => `${withoutComment(line)}\n`).join('');
  }
}

/** Comments often contain email addresses and host names, and this file is public. */
const withoutComment = (line: string): string => line.split(/[ \t]+/, 2).join(' ');
