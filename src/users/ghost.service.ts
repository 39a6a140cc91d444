import { Injectable } from '@nestjs/common';
import { digest, newToken } from '../auth/secrets.js';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { newUser } from './new-user.js';
import { GHOST } from './user-name.js';
import { UsersRepository } from './users.repository.js';

/** The ghost becomes the author of what deleted users wrote. Nobody can sign in as the ghost. */
@Injectable()
export class GhostService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
  ) {}

  /** Returns the id of the ghost. Creates the ghost when it is first needed. */
  async getId(): Promise<number> {
    const found = await this.users.findGhostId();
    if (found !== null) return found;
    const secrets = { passwordHash: '', tokenSealed: '', tokenDigest: digest(newToken()) };
    const params = {
      username: GHOST,
      name: 'Ghost User',
      email: `${GHOST}@localhost`,
      password: '',
    };
    const ghost = newUser(params, { ...secrets, projectsLimit: 0, createdById: null });
    try {
      await this.database.unit((unit) =>
        unit.withRepository(this.users).insertUser({ ...ghost, state: 'blocked' }),
      );
    } catch (error) {
      // A concurrent request created it.
      if (!(error instanceof UniqueViolation)) throw error;
    }
    return (await this.users.findGhostId()) ?? 0;
  }
}
