import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { statement } from '../database/statement.js';
import { NotFound } from '../http/errors/errors.js';
import { usernameKey } from '../users/user-name.js';
import { KEY_LINES } from './key.queries.js';

const ACTIVE_USER = statement<{ id: number }>(
  "SELECT id FROM users WHERE username_key = :username AND state = 'active'",
);

/** What may be put into an `authorized_keys` file to let a user in. */
@Injectable()
export class KeyFiles {
  constructor(private readonly database: Database) {}

  async get(username: string): Promise<string> {
    const user = await this.database.row(ACTIVE_USER, { username: usernameKey(username) });
    if (!user) throw new NotFound('User');
    const keys = await this.database.rows(KEY_LINES, { user: user.id });
    return keys.map(({ key_text }) => `${withoutComment(key_text)}\n`).join('');
  }
}

/** Comments often hold an address or the name of a machine, and anybody may read this file. */
const withoutComment = (line: string): string => line.split(/[ \t]+/, 2).join(' ');
