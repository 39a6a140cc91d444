import type { Database } from '../database/database.js';
import { statement } from '../database/statement.js';
import { TAKEN, type FieldProblems } from '../http/errors/errors.js';
import { emailProblem } from '../emails/email-address.js';
import { usernameProblem } from './user-name.js';

/** What a user claims for himself alone. */
export interface Claims {
  email?: string;
  username?: string;
  provider?: string;
  extern_uid?: string;
}

/** Which field a unique index stands for. */
export const TAKEN_FIELD: Record<string, string> = {
  users_username: 'username',
  emails_address: 'email',
  identities_account: 'extern_uid',
};

const CLAIMED = statement<{ field: string }>(
  `SELECT 'email' AS field FROM emails WHERE email = :email AND user_id <> :user
   UNION ALL SELECT 'username' FROM users WHERE username_key = :username AND id <> :user
   UNION ALL SELECT 'extern_uid' FROM identities
   WHERE provider = :provider AND extern_uid = :extern_uid AND user_id <> :user`,
);

/**
 * What of the claims somebody else has, somebody other than `user`. For the message only, after a refusal:
 * that a claim is unique is the indexes' affair.
 */
export async function findTaken(
  database: Database,
  claims: Claims,
  user = 0,
): Promise<FieldProblems> {
  const { email, username, provider, extern_uid } = claims;
  const rows = await database.rows(CLAIMED, {
    user,
    email: wellFormed(email, emailProblem),
    username: wellFormed(username, usernameProblem).toLowerCase(),
    provider: wellFormed(provider),
    extern_uid: wellFormed(extern_uid),
  });
  return Object.fromEntries(rows.map(({ field }) => [field, [TAKEN]]));
}

/** What has not the shape of a claim is nobody's. */
const wellFormed = (
  value: unknown,
  problem: (text: string) => string | null = () => null,
): string =>
  typeof value === 'string' && value.isWellFormed() && problem(value) === null ? value : '';
