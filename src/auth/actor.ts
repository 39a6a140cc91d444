import type { UserState } from '../users/user.entity.js';

/** What of a user decides what he may see and do, and what the summaries of him show. */
export interface Person {
  id: number;
  username: string;
  name: string;
  email: string;
  state: UserState;
  admin: boolean;
  external: boolean;
  created_at: number;
}

/**
 * Who calls, and whom he acts as. The first argument of every service method that depends on it: from
 * sudo on, the effective person's rights decide everything.
 */
export class Actor {
  constructor(
    readonly caller: Person,
    readonly person: Person = caller,
    /** Sudo was asked for, be it for the caller himself. */
    readonly sudo = false,
  ) {}

  get id(): number {
    return this.person.id;
  }

  get isAdmin(): boolean {
    return this.person.admin;
  }

  /** The values the visibility conditions of `visibility.ts` ask for. */
  get viewer(): { viewer: number; viewer_admin: boolean; viewer_external: boolean } {
    const { id, admin, external } = this.person;
    return { viewer: id, viewer_admin: admin, viewer_external: external };
  }
}
