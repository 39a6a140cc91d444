import { FeatureRepository } from '../database/feature-repository.js';
import { COUNTING, type Email } from './email.entity.js';

/**
 * The primary address of a user. It has a row here too, so that one index keeps all addresses unique. Unconfirmed
 * additions of any user give way to it.
 */
export class PrimaryEmailsRepository extends FeatureRepository<Email> {
  async insertPrimary(userId: number, email: string, createdAt: number): Promise<void> {
    await this.delete({ unconfirmedEmail: email });
    await this.insert({ ...COUNTING, userId, email, isPrimary: true, createdAt });
  }

  /** If the address is a secondary one of the same user, that row is deleted first. */
  async changePrimary(userId: number, email: string): Promise<void> {
    const secondary = await this.findOneBy({ userId, email, isPrimary: false });
    if (secondary) await this.delete({ id: secondary.id });
    const primary = await this.findOneByOrFail({ userId, isPrimary: true });
    if (primary.email === email) return;
    await this.delete({ unconfirmedEmail: email });
    await this.update({ id: primary.id }, { email });
  }
}
