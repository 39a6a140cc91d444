import { In } from 'typeorm';
import { FeatureRepository } from '../../database/feature-repository.js';
import { statement } from '../../database/statement.js';
import { mailboxKey } from './email-address.js';
import type { Email } from './email.entity.js';

/** A row of an address that has given way to another one: of the user who has the address now, or of somebody else. */
export interface FormerOwner {
  id: number;
  username: string;
  isUnconfirmed: boolean;
  /** The user has the address now, as another kind of address. */
  isNewOwner: boolean;
}

const UNCONFIRMED = statement<{ id: number; user_id: number; username: string }>(
  `SELECT e.id, e.user_id, u.username FROM emails e JOIN users u ON u.id = e.user_id
   WHERE e.unconfirmed_email = :email ORDER BY e.id`,
);

/** What the repositories of primary and of secondary addresses share. */
export abstract class AddressesRepository extends FeatureRepository<Email> {
  /**
   * Deletes the unconfirmed additions of an address that now counts for this user. In a unit of work.
   *
   * @returns their users, to record them in the audit trail. This user is one if they had added it
   */
  protected async removeUnconfirmed(userId: number, email: string): Promise<FormerOwner[]> {
    const key = mailboxKey(email);
    const rows = await this.statements.rows(UNCONFIRMED, { email: key });
    // With the address again: its user may have confirmed it meanwhile.
    if (rows.length > 0)
      await this.delete({ id: In(rows.map(({ id }) => id)), unconfirmedEmail: key });
    return rows.map(({ user_id: id, username }) => ({
      ...{ id, username, isUnconfirmed: true, isNewOwner: id === userId },
    }));
  }
}
