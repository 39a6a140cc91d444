import type { UsersRepository } from '../../features/users/users.repository.js';

const NOTHING = { email: '', username: '', provider: '', extern_uid: '' };
/** No user has this id. */
const NEW_USER = 0;

/** A username in lower case, or an address. */
export type Claim = { email: string } | { username: string };

/** @param user whose own names do not count */
export async function isTaken(
  users: UsersRepository,
  claim: Claim,
  user = NEW_USER,
): Promise<boolean> {
  return (await users.findTakenFields({ ...NOTHING, ...claim }, user)).length > 0;
}
