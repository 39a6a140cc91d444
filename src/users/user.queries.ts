import { statement } from '../database/statement.js';
import { GHOST } from './user-name.js';

export { GHOST } from './user-name.js';

/** Use `People` instead. This file goes when emails, keys, projects and issuables no longer import it. */
export const PERSON = statement<{ id: number; username: string }>(
  `SELECT id, username FROM users WHERE id = :user AND username_key <> '${GHOST}'`,
);
