import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { Invalid, NotFound, TAKEN } from '../http/errors/errors.js';
import type { Input } from '../http/input/input.js';
import type { FullPageParams, Page } from '../http/pagination/page.js';
import { paginate } from '../http/pagination/paginate.js';
import { PERSON } from '../users/user.queries.js';
import { indexNames } from '../user-terms/user-terms.repository.js';
import type { CreateEmailParams } from './email.dto.js';
import {
  COUNT_EMAILS,
  DELETE_EMAIL,
  EMAIL,
  EMAILS,
  INSERT_EMAIL,
  type EmailRow,
} from './email.queries.js';

const MAX_EMAILS = 100;

/** Whose addresses it is about: the actor, or whom an administrator names. */
interface Owner {
  id: number;
}

/** Secondary addresses. The primary one is the user's own field: here it is neither shown nor changed. */
@Injectable()
export class EmailsService {
  constructor(private readonly database: Database) {}

  list({ id: user }: Owner, input: Input<FullPageParams>): Promise<Page<EmailRow>> {
    return paginate(EMAILS.rows(this.database, 'desc', { user }), input.read());
  }

  async get(owner: Owner, id: number): Promise<EmailRow> {
    const email = await this.find(owner, id);
    if (!email) throw new NotFound('Email');
    return email;
  }

  async add({ id: user }: Owner, input: Input<CreateEmailParams>): Promise<EmailRow> {
    const { email } = input.read();
    const now = Date.now();
    try {
      const id = await this.database.unit(async (unit) => {
        // Locked: of two addresses added at once, the second counts the first.
        if (!(await unit.lock(PERSON, { user }))[0]) throw new NotFound('User');
        const inserted = await unit.insert(INSERT_EMAIL, { user, email, now });
        const count = await unit.row(COUNT_EMAILS, { user });
        if ((count?.total ?? 0) > MAX_EMAILS)
          throw new Invalid({ email: [`is one too many (maximum is ${MAX_EMAILS} emails)`] });
        await indexNames(unit, user, inserted);
        return inserted;
      });
      return { id, email };
    } catch (error) {
      throw error instanceof UniqueViolation ? new Invalid({ email: [TAKEN] }) : error;
    }
  }

  async remove(owner: Owner, id: number): Promise<EmailRow> {
    const email = await this.removeIfThere(owner, id);
    if (!email) throw new NotFound('Email');
    return email;
  }

  /** Null when it is gone already, or somebody else's, or the primary one. */
  async removeIfThere(owner: Owner, id: number): Promise<EmailRow | null> {
    const email = await this.find(owner, id);
    if (!email) return null;
    const values = { id, user: owner.id };
    const removed = await this.database.unit(async (unit) => {
      await unit.lock(PERSON, values);
      const gone = await unit.write(DELETE_EMAIL, values);
      if (gone > 0) await indexNames(unit, owner.id, id);
      return gone;
    });
    return removed === 0 ? null : email;
  }

  private find({ id: user }: Owner, id: number): Promise<EmailRow | null> {
    return this.database.row(EMAIL, { id, user });
  }
}
