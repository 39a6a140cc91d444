import { Inject, Injectable } from '@nestjs/common';
import { STRANGER } from '../auth/visibility.js';
import { CONFIG, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { NotFound, RouteNotFound } from '../http/errors/errors.js';
import { isPath, usernameKey } from '../users/user-name.js';
import {
  FINGERPRINTS,
  PROFILE,
  PROFILE_EVENTS,
  type FingerprintRow,
  type ProfileEventRow,
  type ProfileRow,
} from './profile.queries.js';

export interface Profile {
  user: ProfileRow;
  keys: FingerprintRow[];
  events: ProfileEventRow[];
}

@Injectable()
export class ProfilesService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns what anonymous visitors can see of a user.
   *
   * @throws NotFound if there is no active user with the name, or if profile pages are off
   * @throws RouteNotFound instead of NotFound if the name is reserved for a path of the service
   */
  async get(username: string): Promise<Profile> {
    const user = this.config.publicProfiles
      ? await this.database.row(PROFILE, { username: usernameKey(username) })
      : null;
    if (!user) throw isPath(username) ? new RouteNotFound() : new NotFound('User');
    const [keys, events] = await Promise.all([
      this.database.rows(FINGERPRINTS, { user: user.id }),
      this.database.rows(PROFILE_EVENTS, { user: user.id, ...STRANGER }),
    ]);
    return { user, keys, events };
  }
}
