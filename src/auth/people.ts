import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { statement, type Statement, type Value } from '../database/statement.js';
import type { UserState } from '../users/user.entity.js';
import type { Person } from './actor.js';
import { digest } from './secrets.js';

interface PersonRow {
  id: number;
  username: string;
  name: string;
  email: string;
  state: UserState;
  admin: number;
  external: number;
  created_at: number;
}

const person = (condition: string) =>
  statement<PersonRow>(
    `SELECT id, username, name, email, state, admin, external, created_at FROM users WHERE ${condition}`,
  );

const BY_TOKEN = person('token_digest = :token');
const BY_ID = person('id = :id');
const BY_NAME = person('username_key = :name');

/** Finds the person behind a token, an id or a username. */
@Injectable()
export class People {
  constructor(private readonly database: Database) {}

  findByToken(token: string): Promise<Person | null> {
    return this.find(BY_TOKEN, { token: digest(token) });
  }

  /** All digits: an id; else a username, whatever its letter case. */
  findByIdOrUsername(value: string): Promise<Person | null> {
    if (/^\d+$/.test(value)) {
      const id = Number(value);
      return this.find(BY_ID, { id: Number.isSafeInteger(id) ? id : 0 });
    }
    // What has not the shape of a username is nobody's; it never reaches the database.
    if (!/^[\w.-]{1,255}$/.test(value)) return Promise.resolve(null);
    return this.find(BY_NAME, { name: value.toLowerCase() });
  }

  private find(query: Statement<PersonRow>, values: Record<string, Value>): Promise<Person | null> {
    return this.database.row(query, values).then((row) => row && personOf(row));
  }
}

function personOf(row: PersonRow): Person {
  const { id, username, name, email, state, created_at } = row;
  const [admin, external] = [row.admin === 1, row.external === 1];
  return { id, username, name, email, state, admin, external, created_at };
}
