import type { DirectoryConfig } from '../config/config.js';
import type { DirectoryUser, DirectoryUsersRepository } from './directory-users.repository.js';

/**
 * Those of the users that a directory manages. If a user has identities of several directories, the first in the
 * settings manages the user. The others change only their own identity.
 */
export async function managedBy(
  provider: string,
  users: readonly DirectoryUser[],
  directories: readonly DirectoryConfig[],
  repository: DirectoryUsersRepository,
): Promise<DirectoryUser[]> {
  let managed = [...users];
  for (const directory of directories) {
    if (directory.provider === provider || managed.length === 0) break;
    const ids = managed.map(({ id }) => id);
    const others = await repository.findByUserIds(directory.provider, ids);
    const elsewhere = new Set(others.map(({ id }) => id));
    managed = managed.filter(({ id }) => !elsewhere.has(id));
  }
  return managed;
}
