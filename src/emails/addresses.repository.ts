import { In } from 'typeorm';
import { FeatureRepository } from '../database/feature-repository.js';
import { statement } from '../database/statement.js';
import type { Email } from './email.entity.js';

/** The user whose unconfirmed address has given way. */
export interface FormerOwner {
  id: number;
  username: string;
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
   * @returns the other users who lose it, to record them in the audit trail
   */
  protected async removeUnconfirmed(userId: number, email: string): Promise<FormerOwner[]> {
    const rows = await this.statements.rows(UNCONFIRMED, { email });
    // With the address again: its user may have confirmed it meanwhile.
    if (rows.length > 0)
      await this.delete({ id: In(rows.map(({ id }) => id)), unconfirmedEmail: email });
    return rows
      .filter(({ user_id }) => user_id !== userId)
      .map(({ user_id: id, username }) => ({ id, username }));
  }
}
