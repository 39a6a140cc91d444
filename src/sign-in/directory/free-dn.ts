import type { DirectoryUser, DirectoryUsersRepository } from './directory-users.repository.js';

/** An identity that lost its DN to another entry. */
export interface Freed {
  user: DirectoryUser;
  externUid: string;
}

/** Shown instead of the DN of an entry that has moved or is gone, while its DN belongs to another entry. */
const formerDn = (uniqueId: string): string => `moved=${uniqueId}`;

/**
 * Takes the DN away from this identity. Only an identity with a unique id can lose its DN: nothing else identifies the
 * entry of the others.
 */
export async function freeDn(
  identities: DirectoryUsersRepository,
  user: DirectoryUser,
  uniqueId: string,
): Promise<Freed> {
  const externUid = formerDn(uniqueId);
  await identities.change(user.identity_id, { externUid });
  return { user, externUid };
}
