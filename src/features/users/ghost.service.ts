import { Injectable } from '@nestjs/common';
import { digest, newToken } from '../../core/auth/secrets.js';
import { Database } from '../../database/database.js';
import { RequestScope } from '../../database/request-scope.js';
import { failedBeforehand, UniqueViolation } from '../../database/failures.js';
import { newUser } from './new-user.js';
import { GHOST } from './user-name.js';
import { UsersRepository, type UserRow } from './users.repository.js';
import { LoggableError } from '../../base/log/loggable-error.js';

/** The ghost becomes the author of what deleted users wrote. Nobody can sign in as the ghost. */
@Injectable()
export class GhostService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
  ) {}

  /** Returns the ghost. Creates it when it is first needed. */
  async get(): Promise<UserRow> {
    const ghost = (await this.find()) ?? (await this.create());
    if (!ghost) throw new LoggableError('The user ghost was created, but is not there');
    return ghost;
  }

  private async find(): Promise<UserRow | null> {
    const id = await this.users.findGhostId();
    return id === null ? null : this.users.findById(id);
  }

  private async create(): Promise<UserRow | null> {
    const secrets = { passwordHash: '', tokenSealed: '', tokenDigest: digest(newToken()) };
    const params = {
      username: GHOST,
      name: 'Ghost User',
      email: `${GHOST}@localhost`,
      password: '',
    };
    const ghost = newUser(params, { ...secrets, projectsLimit: 0, createdById: null });
    try {
      await this.database.unit(RequestScope.background, (unit) =>
        unit.withRepository(this.users).insertUser({ ...ghost, state: 'blocked' }),
      );
    } catch (error) {
      // A concurrent request created it.
      if (!(error instanceof UniqueViolation)) failedBeforehand(error);
    }
    return this.find();
  }
}
