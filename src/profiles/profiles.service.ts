import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { NotFound, RouteNotFound } from '../http/errors/errors.js';
import { KeysRepository, type FingerprintRow } from '../keys/keys.repository.js';
import { isPath, usernameKey } from '../users/user-name.js';
import {
  ProfilesRepository,
  type ProfileEventRow,
  type ProfileRow,
} from './profiles.repository.js';

export interface Profile {
  user: ProfileRow;
  keys: FingerprintRow[];
  events: ProfileEventRow[];
}

@Injectable()
export class ProfilesService {
  constructor(
    private readonly profiles: ProfilesRepository,
    private readonly keys: KeysRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns what anonymous visitors can see of a user.
   *
   * @throws NotFound if there is no active user with the name, or if pages are off
   * @throws RouteNotFound instead of NotFound if the name is reserved for a path of the service
   */
  async get(username: string): Promise<Profile> {
    const user = this.config.publicPages
      ? await this.profiles.findActiveUser(usernameKey(username))
      : null;
    if (!user) throw isPath(username) ? new RouteNotFound() : new NotFound('User');
    const [keys, events] = await Promise.all([
      this.keys.fingerprints(user.id),
      this.profiles.publicEvents(user.id),
    ]);
    return { user, keys, events };
  }
}
