import type { Unit } from '../../database/unit.js';
import type { Person } from './actor.js';

/** Looks up users. Declared here for guards and for features below `features/users/`, which provides it. */
export abstract class People {
  /** @param digest of the token, see `core/auth/secrets.ts` */
  abstract findByTokenDigest(digest: string): Promise<Person | null>;

  /** A value of digits only is an id, anything else a username in any letter case. */
  abstract findByIdOrUsername(value: string): Promise<Person | null>;

  /** @throws NotFound no user has this id; the ghost has one */
  abstract get(id: number): Promise<Person>;

  /** Null for the ghost too: nothing can be assigned to it. */
  abstract find(id: number): Promise<Person | null>;

  /**
   * Finds a user for a check of rights. In a unit of work, keeps others from blocking, demoting or deleting the user
   * until the unit ends. Null for the ghost and for a user who is being deleted.
   *
   * @param tokenDigest if given, a user who has another token now is not found
   */
  abstract deciding(
    unit: Unit | undefined,
    id: number,
    tokenDigest?: string | null,
  ): Promise<Person | null>;

  /**
   * For a unit in which one user changes the rights of another one: in a cluster, of two who take each other's rights at
   * once, one is refused. Before the checks of the rights, which lock the row of the caller shared.
   */
  abstract claimBoth(unit: Unit, one: number, other: number): Promise<void>;

  /** Like `find` in a unit of work, and locks the user's row until the unit ends. */
  abstract lock(unit: Unit, id: number): Promise<Person | null>;
}
