import type { Person } from '../../core/auth/actor.js';
import { claim } from '../../database/claims.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { statement } from '../../database/statement.js';
import { GHOST } from './user-name.js';
import type { User } from './user.entity.js';

export interface PersonRow extends Omit<Person, 'admin' | 'external'> {
  admin: number;
  is_external: number;
}

const person = (condition: string) =>
  statement<PersonRow>(
    `SELECT id, username, name, email, state, admin, is_external, created_at FROM users WHERE ${condition}`,
  );
// Exported for bench/limit.
export const PERSON_BY_TOKEN = person('token_digest = :token');
const PERSON_BY_ID = person('id = :id AND ghost_id IS NULL');
const PERSON_BY_USERNAME = person('username_key = :username AND ghost_id IS NULL');
const BUT_GHOST = `id = :id AND ghost_id IS NULL AND username_key <> '${GHOST}'`;
const PERSON_BUT_GHOST = person(BUT_GHOST);
/** For decisions by a user: how many addresses, keys and projects the user has, which directory manages the user. */
export const CLAIM_USER = claim('users', 'id = :id');
/** For a user who changes the rights of another one. */
export const CLAIM_BOTH = claim('users', 'id IN (:one, :other)');
const PERSON_WITH_TOKEN = person(`${BUT_GHOST} AND token_digest = COALESCE(:token, token_digest)`);

/** Joins the viewer as `v`, for `VIEWER_UNCHANGED`. */
export const JOIN_VIEWER = 'JOIN users v ON v.id = :viewer';

/** The viewer is active, and the values of `Actor.viewer` are still true. No token matches any token. */
export const VIEWER_UNCHANGED = `v.state = 'active' AND v.admin = :viewer_admin AND v.is_external = :viewer_external
  AND v.token_digest = COALESCE(:viewer_token, v.token_digest)`;

/** What decides about the rights of users. */
export class PeopleRepository extends FeatureRepository<User> {
  findByTokenDigest(digest: string): Promise<PersonRow | null> {
    return this.statements.row(PERSON_BY_TOKEN, { token: digest });
  }

  findById(id: number): Promise<PersonRow | null> {
    return this.statements.row(PERSON_BY_ID, { id });
  }

  /** @param username in lower case */
  findByUsername(username: string): Promise<PersonRow | null> {
    return this.statements.row(PERSON_BY_USERNAME, { username });
  }

  findButGhost(id: number): Promise<PersonRow | null> {
    return this.statements.row(PERSON_BUT_GHOST, { id });
  }

  /** Locks the row until the unit ends. */
  async lockButGhost(id: number): Promise<PersonRow | null> {
    await this.unit.claim(CLAIM_USER, { id });
    return (await this.unit.lock(PERSON_BUT_GHOST, { id }))[0] ?? null;
  }

  /** In a cluster: of two users who take each other's rights at once, one is refused. Before the checks of the rights. */
  claimBoth(one: number, other: number): Promise<void> {
    return this.unit.claim(CLAIM_BOTH, { one, other });
  }

  /**
   * In a unit of work, keeps others from changing the row until the unit ends.
   *
   * @param token the digest that the user must have, or null
   */
  decidingButGhost(id: number, token: string | null = null): Promise<PersonRow | null> {
    return this.deciding(PERSON_WITH_TOKEN, { id, token });
  }
}
