import { statement } from '../database/statement.js';
import { Listing } from '../database/listing.js';

export interface EmailRow {
  id: number;
  email: string;
}

const COLUMNS = 'e.id, e.email';
/** The primary address stands in the same table and is none of these. */
const SECONDARY = 'user_id = :user AND is_primary = 0';

export const EMAILS = new Listing<EmailRow>({
  table: 'emails e',
  where: SECONDARY,
  columns: COLUMNS,
});
export const EMAIL = statement<EmailRow>(
  `SELECT ${COLUMNS} FROM emails e WHERE id = :id AND ${SECONDARY}`,
);
export const COUNT_EMAILS = statement<{ total: number }>(
  `SELECT COUNT(*) AS total FROM emails WHERE ${SECONDARY}`,
);
export const INSERT_EMAIL = statement(
  'INSERT INTO emails (user_id, email, is_primary, created_at) VALUES (:user, :email, 0, :now)',
);
export const DELETE_EMAIL = statement(`DELETE FROM emails WHERE id = :id AND ${SECONDARY}`);
