import { emailProblem } from '../emails/email-address.js';
import type { UniqueViolation } from '../../database/failures.js';
import { TAKEN, type FieldProblems } from '../../http/errors/errors.js';
import { isStorable } from '../../http/input/storable-text.js';
import { usernameProblem } from './user-name.js';
import type { UsersRepository } from './users.repository.js';

/** The fields that are unique among users. */
export interface Claims {
  email?: string;
  username?: string;
  provider?: string;
  extern_uid?: string;
}

const FIELD_OF_INDEX: Record<string, string> = {
  users_username: 'username',
  emails_address: 'email',
  identities_account: 'extern_uid',
};

/** The problem that a unique index reported. */
export const takenField = ({ index }: UniqueViolation): FieldProblems => ({
  [FIELD_OF_INDEX[index] ?? 'base']: [TAKEN],
});

/**
 * Finds every claim that belongs to a user other than `user`. Only for error messages, after the request has failed:
 * the unique indexes decide.
 */
export async function findTaken(
  users: UsersRepository,
  { email, username, provider, extern_uid }: Claims,
  user = 0,
): Promise<FieldProblems> {
  const values = {
    email: validOrEmpty(email, emailProblem),
    username: validOrEmpty(username, usernameProblem).toLowerCase(),
    provider: validOrEmpty(provider),
    extern_uid: validOrEmpty(extern_uid),
  };
  const fields = await users.findTakenFields(values, user);
  return Object.fromEntries(fields.map((field) => [field, [TAKEN]]));
}

/** The request may be invalid. An invalid value cannot be taken, and neither can the empty text. */
const validOrEmpty = (
  value: unknown,
  problem: (text: string) => string | null = () => null,
): string =>
  typeof value === 'string' && isStorable(value) && problem(value) === null ? value : '';
