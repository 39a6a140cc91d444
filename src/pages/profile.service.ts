import { Injectable } from '@nestjs/common';
import { NotFound } from '../http/errors/errors.js';
import type { Page } from '../http/pagination/page.js';
import { KeysRepository, type FingerprintRow } from '../features/keys/keys.repository.js';
import { ProjectsRepository, type ProjectRow } from '../features/projects/projects.repository.js';
import { usernameKey } from '../features/users/user-name.js';
import { keysetPage } from './page-params.js';
import { ProfileRepository, type ProfileEventRow, type ProfileRow } from './profile.repository.js';

export interface Profile {
  user: ProfileRow;
  projects: Page<ProjectRow>;
  keys: FingerprintRow[];
  events: ProfileEventRow[];
}

@Injectable()
export class ProfileService {
  constructor(
    private readonly profiles: ProfileRepository,
    private readonly projects: ProjectsRepository,
    private readonly keys: KeysRepository,
  ) {}

  /**
   * Returns what anonymous visitors can see of a user.
   *
   * @param cursor the position in the list of projects
   * @throws NotFound if there is no active user with the name
   */
  async get(username: string, cursor?: string): Promise<Profile> {
    const user = await this.profiles.findUser(usernameKey(username));
    if (!user) throw new NotFound('User');
    const [projects, keys, events] = await Promise.all([
      this.projects.listPublicOf(user.id, keysetPage(cursor)),
      this.keys.fingerprints(user.id),
      this.profiles.publicEvents(user.id),
    ]);
    return { user, projects, keys, events };
  }
}
