import type { RequestScope } from '../database/request-scope.js';

export type UserState = 'active' | 'blocked' | 'ldap_blocked';

/** The fields of a user that decide their rights or appear in summaries. */
export interface Person {
  id: number;
  username: string;
  name: string;
  email: string;
  state: UserState;
  admin: boolean;
  external: boolean;
  /** Milliseconds since 1970. */
  created_at: number;
}

/**
 * The caller and the effective user. First argument of each service method that depends on rights: with sudo, the
 * effective user's rights decide everything.
 */
export class Actor {
  constructor(
    readonly caller: Person,
    /** For units of work: the time that is left for the request. */
    readonly scope: RequestScope,
    /** The effective user. */
    readonly person: Person = caller,
    /** True if the request used sudo, even for the caller's own account. */
    readonly sudo = false,
  ) {}

  /** The address that the request came from. */
  get address(): string | null {
    return this.scope.address;
  }

  get id(): number {
    return this.person.id;
  }

  get isAdmin(): boolean {
    return this.person.admin;
  }

  /** Values for the conditions in `visibility.ts`. */
  get viewer(): { viewer: number; viewer_admin: boolean; viewer_external: boolean } {
    const { id, admin, external } = this.person;
    return { viewer: id, viewer_admin: admin, viewer_external: external };
  }
}
