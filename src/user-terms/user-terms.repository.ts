import type { Unit } from '../database/database.js';
import { statement, type Statement } from '../database/statement.js';
import { repeats } from './repeats.js';

/** What a user is found by: his username, then his addresses in the order of their ids. */
const NAMES = statement<{ text: string; email: number }>(
  `SELECT username_key AS text, 0 AS email FROM users WHERE id = :user
   UNION ALL SELECT email, id FROM emails WHERE user_id = :user ORDER BY email`,
);
const OF_NAMES = 'WHERE user_id = :user AND email_id >= :from';
const REMOVE: Statement = {
  ...statement(`DELETE FROM user_terms ${OF_NAMES}`),
  // A server would rather read a small table whole, and wait there for those who write other users' rows.
  onServer: statement(`DELETE t FROM user_terms t FORCE INDEX (user_terms_user) ${OF_NAMES}`),
};
/** `repeats` has three digits for each letter of the text. */
const ADD = statement(
  `INSERT INTO user_terms (user_id, email_id, is_address, term, repeats, user_created_at)
   WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :length)
   SELECT u.id, :email, :email > 0, SUBSTR(:text, n.i), SUBSTR(:repeats, 3 * n.i - 2, 3) + 0, u.created_at
   FROM users u, n WHERE u.id = :user`,
);

/** The username stands before all addresses. */
export const USERNAME = 0;

/**
 * Makes a user found by what he is called now, in the unit that gave him a name or an address, or took one away,
 * and has locked his row.
 *
 * @param from the id of the address that changed, or `USERNAME`: what is counted in later names depends on it
 */
export async function indexNames(unit: Unit, user: number, from: number): Promise<void> {
  const names = await unit.rows(NAMES, { user });
  const counts = repeats(names.map(({ text }) => text));
  await unit.write(REMOVE, { user, from });
  for (const [i, { text, email }] of names.entries()) {
    if (email < from) continue;
    const digits = counts[i]?.map((count) => String(count).padStart(3, '0')) ?? [];
    await unit.write(ADD, { user, email, text, length: digits.length, repeats: digits.join('') });
  }
}
