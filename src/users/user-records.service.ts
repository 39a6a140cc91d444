import { Injectable } from '@nestjs/common';
import type { Unit } from '../database/unit.js';
import { PrimaryEmailsRepository } from '../emails/primary-emails.repository.js';
import { USERNAME, UserTermsRepository } from '../user-terms/user-terms.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import type { Claims } from './taken.js';
import type { User } from './user.entity.js';
import { UsersRepository, type LockedUser } from './users.repository.js';

type Account = Pick<Claims, 'provider' | 'extern_uid'>;

/** Writes a user and the rows that go with it: primary address, search terms and identity. */
@Injectable()
export class UserRecords {
  constructor(
    private readonly users: UsersRepository,
    private readonly emails: PrimaryEmailsRepository,
    private readonly terms: UserTermsRepository,
    private readonly identities: IdentitiesRepository,
  ) {}

  /** Returns the new id. */
  async insert(
    unit: Unit,
    user: Omit<User, 'id'>,
    { provider, extern_uid }: Account = {},
  ): Promise<number> {
    const id = await unit.withRepository(this.users).insertUser(user);
    await unit.withRepository(this.emails).insertPrimary(id, user.email, user.createdAt);
    await unit.withRepository(this.terms).reindex(id, USERNAME);
    if (provider && extern_uid)
      await unit.withRepository(this.identities).add(id, provider, extern_uid);
    return id;
  }

  /** @param before the user as it is, locked in this unit */
  async update(
    unit: Unit,
    id: number,
    before: LockedUser,
    changes: Partial<User>,
    { provider, extern_uid }: Account,
  ): Promise<void> {
    const { usernameKey = before.username_key, email = before.email } = changes;
    if (Object.keys(changes).length > 0)
      await unit.withRepository(this.users).update({ id }, changes);
    if (changes.email) await unit.withRepository(this.emails).changePrimary(id, changes.email);
    if (usernameKey !== before.username_key || email !== before.email)
      await unit.withRepository(this.terms).reindex(id, USERNAME);
    if (provider && extern_uid)
      await unit.withRepository(this.identities).set(id, provider, extern_uid);
  }
}
