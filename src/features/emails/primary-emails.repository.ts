import { statement } from '../../database/statement.js';
import { AddressesRepository, type FormerOwner } from './addresses.repository.js';
import { addressColumns, COUNTING } from './email.entity.js';

const SECONDARY = statement<{ id: number; username: string }>(
  `SELECT e.id, u.username FROM emails e JOIN users u ON u.id = e.user_id
   WHERE e.email = :email AND e.user_id = :user AND e.is_primary = 0`,
);

/**
 * The primary address of a user. It has a row here too, so that one index keeps all addresses unique. Unconfirmed
 * additions of any user give way to it: the methods return whose.
 */
export class PrimaryEmailsRepository extends AddressesRepository {
  async insertPrimary(userId: number, email: string, createdAt: number): Promise<FormerOwner[]> {
    const formerOwners = await this.removeUnconfirmed(userId, email);
    const address = { ...COUNTING, ...addressColumns(email) };
    await this.insert({ ...address, userId, isPrimary: true, createdAt });
    return formerOwners;
  }

  /** If the address is a secondary one of the same user, that row gives way too. */
  async changePrimary(userId: number, email: string): Promise<FormerOwner[]> {
    const primary = await this.findOneByOrFail({ userId, isPrimary: true });
    const address = addressColumns(email);
    const isSameMailbox = primary.email === address.email;
    if (isSameMailbox && primary.shownEmail === address.shownEmail) return [];
    const formerOwners = await this.removeUnconfirmed(userId, email);
    const secondary = await this.statements.row(SECONDARY, { user: userId, email: address.email });
    if (secondary) {
      await this.delete({ id: secondary.id });
      const { username } = secondary;
      formerOwners.push({ id: userId, username, isUnconfirmed: false, isNewOwner: true });
    }
    await this.update({ id: primary.id }, address);
    return formerOwners;
  }
}
