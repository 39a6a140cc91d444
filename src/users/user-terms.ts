import type { Unit } from '../database/database.js';
import { statement } from '../database/statement.js';
import { codePoints } from '../http/params.js';

const ADD = statement(
  `INSERT INTO user_terms (user_id, email_id, is_address, term, user_created_at)
   WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :length)
   SELECT u.id, :email, :email IS NOT NULL, SUBSTR(:text, n.i), u.created_at FROM users u, n WHERE u.id = :user`,
);
const REMOVE_USERNAME = statement(
  'DELETE FROM user_terms WHERE user_id = :user AND email_id IS NULL',
);
const REMOVE_ADDRESS = statement(
  'DELETE FROM user_terms WHERE user_id = :user AND email_id = :email',
);

/** Makes a user found by parts of his username, in the unit that gives it to him, and no more by an old one. */
export async function indexUsername(unit: Unit, user: number, username: string): Promise<void> {
  await unit.write(REMOVE_USERNAME, { user });
  const text = username.toLowerCase();
  await unit.write(ADD, { user, email: null, text, length: codePoints(text) });
}

/** Likewise by parts of an address. */
export async function indexAddress(
  unit: Unit,
  user: number,
  email: number,
  address: string,
): Promise<void> {
  await unit.write(REMOVE_ADDRESS, { user, email });
  await unit.write(ADD, { user, email, text: address, length: codePoints(address) });
}

export async function forgetAddress(unit: Unit, user: number, email: number): Promise<void> {
  await unit.write(REMOVE_ADDRESS, { user, email });
}
