import { FeatureRepository } from '../../database/feature-repository.js';
import { statement, type Statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import { searchForms } from './search-forms.js';
import { repeats } from './repeats.js';
import { UserTerm } from './user-term.entity.js';

/** The username, then the addresses in the order of their ids. */
const NAMES = statement<{ text: string; email: number }>(
  `SELECT username_key AS text, 0 AS email FROM users WHERE id = :user
   UNION ALL SELECT email, id FROM emails WHERE user_id = :user AND email IS NOT NULL ORDER BY email`,
);
const OF_NAMES = 'WHERE user_id = :user AND email_id >= :from';
const REMOVE: Statement = {
  ...statement(`DELETE FROM user_terms ${OF_NAMES}`),
  // MariaDB would scan a small table instead, and wait for the rows that other transactions hold.
  onServer: statement(`DELETE t FROM user_terms t FORCE INDEX (user_terms_user) ${OF_NAMES}`),
};
/** Inserts all suffixes of one name. `:repeats` has three digits for each letter. */
const ADD = statement(
  `INSERT INTO user_terms (user_id, email_id, is_address, term, repeats, user_created_at)
   WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :length)
   SELECT u.id, :email, :email > 0, SUBSTR(:text, n.i), SUBSTR(:repeats, 3 * n.i - 2, 3) + 0, u.created_at
   FROM users u, n WHERE u.id = :user`,
);

/** For `reindex`: the username comes before all addresses. */
export const USERNAME = 0;

export class UserTermsRepository extends FeatureRepository<UserTerm> {
  static readonly owned: readonly OwnedRows[] = [
    { table: 'user_terms', of: { User: 'user_id IN (:owners...)' } },
  ];
  static readonly isIncomplete = `t.ghost_id IS NULL AND t.username_key <> 'ghost' AND (
    NOT EXISTS (SELECT 1 FROM user_terms s WHERE s.user_id = t.id AND s.email_id = 0 AND s.term = t.username_key)
    OR EXISTS (SELECT 1 FROM emails e WHERE e.user_id = t.id AND e.email IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM user_terms s WHERE s.user_id = t.id AND s.email_id = e.id AND s.term = e.email)))`;

  /**
   * Updates the search index of a user. Call it in the unit that changed the username or an address and that has
   * locked the user's row.
   *
   * @param from the id of the address that changed, or `USERNAME`. Names after it are indexed again too, because
   * their `repeats` depend on the names before them.
   */
  async reindex(userId: number, from: number): Promise<void> {
    const stored = await this.unit.rows(NAMES, { user: userId });
    const names = stored.flatMap(({ text, email }) =>
      searchForms(text).map((form) => ({ text: form, email })),
    );
    const counts = repeats(names.map(({ text }) => text));
    await this.unit.write(REMOVE, { user: userId, from });
    for (const [i, { text, email }] of names.entries()) {
      if (email < from) continue;
      const digits = counts[i]?.map((count) => String(count).padStart(3, '0')) ?? [];
      const values = { text, length: digits.length, repeats: digits.join('') };
      await this.unit.write(ADD, { user: userId, email, ...values });
    }
  }
}
