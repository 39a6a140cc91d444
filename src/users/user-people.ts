import { Injectable } from '@nestjs/common';
import type { Person, UserState } from '../auth/actor.js';
import { People } from '../auth/people.js';
import { digest } from '../auth/secrets.js';
import { Database, type Unit } from '../database/database.js';
import { statement, type Statement, type Value } from '../database/statement.js';
import { NotFound } from '../http/errors/errors.js';
import { GHOST } from './user.queries.js';

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
const BUT_GHOST = person(`id = :id AND username_key <> '${GHOST}'`);

@Injectable()
export class UserPeople extends People {
  constructor(private readonly database: Database) {
    super();
  }

  findByToken(token: string): Promise<Person | null> {
    return this.first(BY_TOKEN, { token: digest(token) });
  }

  findByIdOrUsername(value: string): Promise<Person | null> {
    if (/^\d+$/.test(value)) {
      const id = Number(value);
      return this.first(BY_ID, { id: Number.isSafeInteger(id) ? id : 0 });
    }
    // A value without the shape of a username never reaches the database.
    if (!/^[\w.-]{1,255}$/.test(value)) return Promise.resolve(null);
    return this.first(BY_NAME, { name: value.toLowerCase() });
  }

  async get(id: number): Promise<Person> {
    const found = await this.first(BY_ID, { id });
    if (!found) throw new NotFound('User');
    return found;
  }

  find(id: number): Promise<Person | null> {
    return this.first(BUT_GHOST, { id });
  }

  async lock(unit: Unit, id: number): Promise<Person | null> {
    const [row] = await unit.lock(BUT_GHOST, { id });
    return row ? personOf(row) : null;
  }

  private first(
    query: Statement<PersonRow>,
    values: Record<string, Value>,
  ): Promise<Person | null> {
    return this.database.row(query, values).then((row) => row && personOf(row));
  }
}

function personOf(row: PersonRow): Person {
  const { id, username, name, email, state, created_at } = row;
  const [admin, external] = [row.admin === 1, row.external === 1];
  return { id, username, name, email, state, admin, external, created_at };
}
