import type { RequestScope } from '../../database/request-scope.js';
import type { Unit } from '../../database/unit.js';
import { Forbidden } from '../../http/errors/errors.js';
import { Level } from './levels.js';

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

/** The values of the placeholders in the conditions that decide who can see which rows. */
// Not an interface: those have no index signature, which the values of a statement need.
export type Viewer = Record<'viewer', number> &
  Record<'viewer_admin' | 'viewer_external', boolean> &
  Record<'viewer_token', string | null>;

/**
 * The caller and the effective user. First argument of each service method that depends on rights: with sudo, the
 * effective user's rights decide everything.
 */
export class Actor {
  constructor(
    readonly caller: Person,
    /** For units of work: the deadline of the request, its checks of rights and its open transaction. */
    readonly scope: RequestScope,
    private effectiveUser: Person = caller,
    /** True if the request used sudo, even for the caller's own account. */
    readonly sudo = false,
    /** Of the caller's token. Null without a token. Also null with sudo, because the viewer is another user then. */
    private readonly tokenDigest: string | null = null,
  ) {}

  /** The address that the request came from. */
  get address(): string | null {
    return this.scope.address;
  }

  /** The effective user. In a unit of work, as the unit found the user. */
  get person(): Person {
    return this.effectiveUser;
  }

  /** Replaces the effective user with the same user as they are now. */
  renew(person: Person): void {
    this.effectiveUser = person;
  }

  get id(): number {
    return this.person.id;
  }

  get isAdmin(): boolean {
    return this.person.admin;
  }

  /**
   * Whether a new item or note keeps the `created_at` of the request: for administrators and the owner of the project.
   * With sudo the caller is an administrator, which is enough: imports keep authors and times.
   *
   * @param level of the effective user in the project
   */
  mayChooseTime({ level }: { level: number }): boolean {
    return this.sudo || level >= Level.owner;
  }

  /** Values for the conditions that decide who can see which rows. */
  get viewer(): Viewer {
    const { id, admin, external } = this.person;
    const token = this.tokenDigest;
    return { viewer: id, viewer_admin: admin, viewer_external: external, viewer_token: token };
  }

  /**
   * Reads the facts that a right depends on. Each unit of work of the request reads them again and changes the returned
   * object, so `require` decides by the facts at the time of the write.
   *
   * @param read with a unit, it locks the rows it reads, shared, until the unit ends. `first` is what it read first: it
   *   must read about the same resource again, even if the path of the request leads to another one by then
   * @param known what another statement of the request has just read
   */
  async track<Facts extends object>(
    read: (unit?: Unit, first?: Facts) => Promise<Facts>,
    known?: Facts,
  ): Promise<Facts> {
    const facts = known ?? (await read());
    this.scope.addCheck(async (unit) => {
      Object.assign(facts, await read(unit, facts));
    });
    return facts;
  }

  /**
   * Checks a right now, and again in each unit of work of the request.
   *
   * @throws Forbidden the rule is false
   */
  require(rule: () => boolean): void {
    if (!rule()) throw new Forbidden();
    this.scope.addCheck(() => (rule() ? Promise.resolve() : Promise.reject(new Forbidden())));
  }

  /**
   * Checks in the same way that the actor may change the account of a user: their own, or any as an administrator.
   *
   * @throws Forbidden
   */
  requireAccount(userId: number): void {
    this.require(() => this.isAdmin || this.id === userId);
  }
}
