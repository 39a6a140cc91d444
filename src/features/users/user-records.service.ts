import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditAuthor } from '../../core/audit/audit-trail.service.js';
import type { Unit } from '../../database/unit.js';
import { recordFormerOwners } from '../emails/record-former-owners.js';
import { PrimaryEmailsRepository } from '../emails/primary-emails.repository.js';
import { USERNAME, UserTermsRepository } from '../user-search-index/user-terms.repository.js';
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
    private readonly audit: AuditTrail,
  ) {}

  /** Returns the new id. */
  async insert(
    unit: Unit,
    author: AuditAuthor,
    user: Omit<User, 'id'>,
    { provider, extern_uid }: Account = {},
  ): Promise<number> {
    const id = await unit.withRepository(this.users).insertUser(user);
    const { email, createdAt } = user;
    const formerOwners = await unit.withRepository(this.emails).insertPrimary(id, email, createdAt);
    await recordFormerOwners(this.audit, unit, author, email, formerOwners);
    await unit.withRepository(this.terms).reindex(id, USERNAME);
    if (provider && extern_uid)
      await unit.withRepository(this.identities).add(id, provider, extern_uid);
    return id;
  }

  /** @param before the user as it is, locked in this unit */
  async update(
    unit: Unit,
    author: AuditAuthor,
    { id, ...before }: LockedUser & { id: number },
    changes: Partial<User>,
    { provider, extern_uid }: Account,
  ): Promise<void> {
    const { usernameKey = before.username_key, email = before.email } = changes;
    if (Object.keys(changes).length > 0)
      await unit.withRepository(this.users).update({ id }, changes);
    if (changes.email) {
      const formerOwners = await unit.withRepository(this.emails).changePrimary(id, email);
      await recordFormerOwners(this.audit, unit, author, email, formerOwners);
    }
    if (usernameKey !== before.username_key || email !== before.email)
      await unit.withRepository(this.terms).reindex(id, USERNAME);
    if (provider && extern_uid)
      await unit.withRepository(this.identities).set(id, provider, extern_uid);
  }
}
