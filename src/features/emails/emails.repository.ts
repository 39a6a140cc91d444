import { currentTime } from '../../database/clock.js';
import { Listing } from '../../database/listing.js';
import { statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Page, PageParams } from '../../http/pagination/page.js';
import { paginate } from '../../http/pagination/paginate.js';
import { AddressesRepository, type FormerOwner } from './addresses.repository.js';
import { mailboxKey } from './email-address.js';
import { addressColumns, COUNTING } from './email.entity.js';

export interface EmailRow {
  id: number;
  email: string;
}

interface UnconfirmedRow {
  id: number;
  user_id: number;
  /** Its key. */
  unconfirmed_email: string;
  email: string;
}

const COLUMNS = 'e.id, COALESCE(e.shown_email, e.email, e.unconfirmed_email) AS email';
const SECONDARY = 'e.user_id = :user AND e.is_primary = 0';

const EMAILS = new Listing<EmailRow>({ table: 'emails e', where: SECONDARY, columns: COLUMNS });
const EMAIL = statement<EmailRow>(
  `SELECT ${COLUMNS} FROM emails e WHERE e.id = :id AND ${SECONDARY}`,
);

const UNCONFIRMED = statement<UnconfirmedRow>(
  `SELECT id, user_id, unconfirmed_email, COALESCE(shown_email, unconfirmed_email) AS email FROM emails
   WHERE confirmation_digest = :digest AND confirmation_sent_at > :after`,
);

/** Secondary addresses. The table also has the primary ones, which these methods leave alone. */
export class EmailsRepository extends AddressesRepository {
  static readonly owned: readonly OwnedRows[] = [
    { table: 'emails', of: { User: 'user_id IN (:owners...)' }, last: true },
  ];

  /** Newest first. */
  list(userId: number, params: PageParams): Promise<Page<EmailRow>> {
    return paginate(EMAILS.rows(this.database, 'desc', { user: userId }), params);
  }

  /** Null if the user has no such secondary address. */
  findSecondary(userId: number, id: number): Promise<EmailRow | null> {
    return this.statements.row(EMAIL, { user: userId, id });
  }

  /** Unconfirmed additions of any user give way. In a unit of work. */
  async addSecondary(
    userId: number,
    email: string,
  ): Promise<{ id: number; formerOwners: FormerOwner[] }> {
    const createdAt = currentTime();
    const formerOwners = await this.removeUnconfirmed(userId, email);
    const row = { ...COUNTING, ...addressColumns(email), userId, isPrimary: false, createdAt };
    const id = await this.insertRow(row);
    return { id, formerOwners };
  }

  /** Adds an address that does not count yet. Returns the id. In a unit of work. */
  addUnconfirmed(userId: number, email: string): Promise<number> {
    const { email: unconfirmedEmail, shownEmail } = addressColumns(email);
    const address = { ...COUNTING, email: null, unconfirmedEmail, shownEmail };
    return this.insertRow({ ...address, userId, isPrimary: false, createdAt: currentTime() });
  }

  /** Makes the secret of a mail the only valid one. False if the address does not wait any more. In a unit of work. */
  async setSecret(
    { id, userId, email }: { id: number; userId: number; email: string },
    confirmationDigest: string,
    now: number,
  ): Promise<boolean> {
    const waiting = { id, userId, unconfirmedEmail: mailboxKey(email) };
    const changes = { confirmationDigest, confirmationSentAt: now };
    return ((await this.update(waiting, changes)).affected ?? 0) > 0;
  }

  /** True if the address counts for any user, or if this user has added it already. In a unit of work. */
  isTaken(userId: number, email: string): Promise<boolean> {
    const key = mailboxKey(email);
    return this.existsBy([{ email: key }, { userId, unconfirmedEmail: key }]);
  }

  /** The unconfirmed address of a mail that was sent after this time. */
  findUnconfirmed(confirmationDigest: string, sentAfter: number): Promise<UnconfirmedRow | null> {
    return this.statements.row(UNCONFIRMED, { digest: confirmationDigest, after: sentAfter });
  }

  /**
   * Lets an unconfirmed address count. Those of other users give way. In a unit of work.
   *
   * @returns the users who lose it. Null if it has just given way itself
   */
  async confirm({
    id,
    user_id,
    unconfirmed_email: email,
  }: Omit<UnconfirmedRow, 'email'>): Promise<FormerOwner[] | null> {
    const { affected } = await this.update({ id, unconfirmedEmail: email }, { ...COUNTING, email });
    return affected === 1 ? this.removeUnconfirmed(user_id, email) : null;
  }

  /** In a unit of work. */
  countSecondary(userId: number): Promise<number> {
    return this.countBy({ userId, isPrimary: false });
  }

  /** False if there was no such secondary address. In a unit of work. */
  async deleteSecondary(userId: number, id: number): Promise<boolean> {
    const { affected } = await this.delete({ id, userId, isPrimary: false });
    return affected === 1;
  }
}
