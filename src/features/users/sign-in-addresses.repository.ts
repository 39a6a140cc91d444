import { FeatureRepository } from '../../database/feature-repository.js';
import { statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { SignInAddress } from './sign-in-address.entity.js';

/** A user's address is forgotten if they have not signed in from it for this time. */
const FORGET_MS = 365 * 24 * 3_600_000;

const KNOWN = statement<{ id: number }>(
  'SELECT id FROM sign_in_addresses WHERE user_id = :user AND address = :address',
);
const RENEW = statement(
  'UPDATE sign_in_addresses SET signed_in_at = :now WHERE user_id = :user AND address = :address',
);
const VALUES =
  'INTO sign_in_addresses (user_id, address, signed_in_at) VALUES (:user, :address, :now)';
/** Two sign-ins from a new address can run at once. */
const ADD = {
  ...statement(`INSERT OR IGNORE ${VALUES}`),
  onServer: statement(`INSERT IGNORE ${VALUES}`),
};
const FORGET = statement(
  'DELETE FROM sign_in_addresses WHERE user_id = :user AND signed_in_at < :before',
);

/** The addresses from which users have signed in, as keyed hashes. */
export class SignInAddressesRepository extends FeatureRepository<SignInAddress> {
  static readonly owned: readonly OwnedRows[] = [
    { table: 'sign_in_addresses', of: { User: 'user_id IN (:owners...)' }, last: true },
  ];

  /** @param address hashed with the key of the service */
  async isKnown(user: number, address: string): Promise<boolean> {
    return (await this.statements.row(KNOWN, { user, address })) !== null;
  }

  /** In a unit of work. */
  async remember(user: number, address: string, now: number): Promise<void> {
    if ((await this.unit.write(RENEW, { user, address, now })) > 0) return;
    await this.unit.write(ADD, { user, address, now });
    await this.unit.write(FORGET, { user, before: now - FORGET_MS });
  }
}
