import { AddressesRepository, type FormerOwner } from './addresses.repository.js';
import { COUNTING } from './email.entity.js';

/**
 * The primary address of a user. It has a row here too, so that one index keeps all addresses unique. Unconfirmed
 * additions of any user give way to it: the methods return the other users who lose theirs.
 */
export class PrimaryEmailsRepository extends AddressesRepository {
  async insertPrimary(userId: number, email: string, createdAt: number): Promise<FormerOwner[]> {
    const formerOwners = await this.removeUnconfirmed(userId, email);
    await this.insert({ ...COUNTING, userId, email, isPrimary: true, createdAt });
    return formerOwners;
  }

  /** If the address is a secondary one of the same user, that row is deleted first. */
  async changePrimary(userId: number, email: string): Promise<FormerOwner[]> {
    const secondary = await this.findOneBy({ userId, email, isPrimary: false });
    if (secondary) await this.delete({ id: secondary.id });
    const primary = await this.findOneByOrFail({ userId, isPrimary: true });
    if (primary.email === email) return [];
    const formerOwners = await this.removeUnconfirmed(userId, email);
    await this.update({ id: primary.id }, { email });
    return formerOwners;
  }
}
