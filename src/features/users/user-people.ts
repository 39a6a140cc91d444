import { Injectable } from '@nestjs/common';
import type { Person } from '../../core/auth/actor.js';
import { People } from '../../core/auth/people.js';
import type { Unit } from '../../database/unit.js';
import { NotFound } from '../../http/errors/errors.js';
import { PeopleRepository, type PersonRow } from './people.repository.js';

@Injectable()
export class UserPeople extends People {
  constructor(private readonly people: PeopleRepository) {
    super();
  }

  findByTokenDigest(digest: string): Promise<Person | null> {
    return this.people.findByTokenDigest(digest).then(personOf);
  }

  async findByIdOrUsername(value: string): Promise<Person | null> {
    if (/^\d+$/.test(value)) {
      const id = Number(value);
      return personOf(await this.people.findById(Number.isSafeInteger(id) ? id : 0));
    }
    // A value that cannot be a username never reaches the database.
    if (!/^[\w.-]{1,255}$/.test(value)) return null;
    return personOf(await this.people.findByUsername(value.toLowerCase()));
  }

  async get(id: number): Promise<Person> {
    const found = personOf(await this.people.findById(id));
    if (!found) throw new NotFound('User');
    return found;
  }

  async find(id: number): Promise<Person | null> {
    return personOf(await this.people.findButGhost(id));
  }

  async deciding(
    unit: Unit | undefined,
    id: number,
    tokenDigest: string | null = null,
  ): Promise<Person | null> {
    const people = unit?.withRepository(this.people) ?? this.people;
    return personOf(await people.decidingButGhost(id, tokenDigest));
  }

  claimBoth(unit: Unit, one: number, other: number): Promise<void> {
    return unit.withRepository(this.people).claimBoth(one, other);
  }

  async lock(unit: Unit, id: number): Promise<Person | null> {
    return personOf(await unit.withRepository(this.people).lockButGhost(id));
  }
}

function personOf(row: PersonRow | null): Person | null {
  if (!row) return null;
  const { id, username, name, email, state, created_at } = row;
  const [admin, external] = [row.admin === 1, row.is_external === 1];
  return { id, username, name, email, state, admin, external, created_at };
}
