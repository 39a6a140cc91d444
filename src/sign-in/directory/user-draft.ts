import { randomInt } from 'node:crypto';
import type { Unit } from '../../database/unit.js';
import type { Identity } from '../../features/users/identity.entity.js';
import type { User } from '../../features/users/user.entity.js';
import type { UsersRepository } from '../../features/users/users.repository.js';
import { changeReason } from './change-reason.js';
import type { DirectoryEntry, IdentifiedEntry } from '../ldap/directory-entry.js';
import type { DirectoryUser, DirectoryUsersRepository } from './directory-users.repository.js';
import { freeDn, type Freed } from './free-dn.js';
import { isTaken, type Claim } from './is-taken.js';
import { MAX_DN } from '../ldap/normalize-dn.js';
import {
  emailsOf,
  identityDifferences,
  loginsOf,
  MAX_UNIQUE_ID,
  ownLogin,
  type Changes,
  type UserChange,
  type Value,
} from './user-changes.js';
import { usernamesFor } from './username.js';

/** The columns that a directory changes, and the fields of the interface that show them. */
const FIELDS = {
  ...{ state: 'state', username: 'username', email: 'email', name: 'name' },
  ...{ confirmedAt: 'confirmed_at', admin: 'admin', external: 'external' },
  ...{ canCreateGroup: 'can_create_group', projectsLimit: 'projects_limit' },
} as const;
type Column = keyof typeof FIELDS;

const OUTCOMES = { active: 'unblocked', blocked: 'blocked', ldap_blocked: 'blocked' } as const;

const before = (user: DirectoryUser) => ({
  ...{ state: user.state, username: user.username, email: user.email, name: user.name },
  ...{ confirmedAt: user.confirmed_at, admin: user.admin === 1, external: user.is_external === 1 },
  ...{ canCreateGroup: user.can_create_group === 1, projectsLimit: user.projects_limit },
});

/** As the interface shows it. */
const valueOf = (column: Column, value: Value): Value =>
  column === 'confirmedAt' && value !== null ? new Date(Number(value)).toISOString() : value;

/** What a unit of work will write to one user whose rows it has locked. */
export class Draft {
  readonly columns: Partial<User> = {};
  readonly identity: Partial<Identity> = {};
  readonly conflicts: string[] = [];
  /** Another identity had the DN of the entry, and got another one. */
  freed: Freed | null = null;
  /** Why the directory no longer lets the user in. */
  cause: string | null = null;

  constructor(
    private readonly unit: Unit,
    readonly provider: string,
    readonly user: DirectoryUser,
    private readonly directoryUsers: DirectoryUsersRepository,
    private readonly users: UsersRepository,
  ) {}

  /** Moves the identity to the entry's DN and unique id. False if the entry cannot be the user's. */
  async followEntry(entry: IdentifiedEntry): Promise<boolean> {
    const { unique_id } = this.user;
    const conflict = await this.entryConflict(entry);
    if (conflict !== null) {
      this.conflicts.push(conflict);
      return false;
    }
    const changes = identityDifferences(this.user, entry);
    if (unique_id === null) this.identity.uniqueId = entry.uniqueId;
    if (changes.externUid === undefined) return true;
    if (await this.claimDn(entry.dn)) this.identity.externUid = entry.dn;
    return true;
  }

  /** The user stays `ldap_blocked`, because the sign that the account was disabled cannot be read any more. */
  keepBlocked(sign: string): void {
    if (!this.columns.state) return;
    delete this.columns.state;
    this.conflicts.push(
      `the user stays ldap_blocked, because ${sign} cannot be read any more. Grant read access to it`,
    );
  }

  /** The username follows the entry's when neither it nor the one that was last applied is among them any more. */
  async followUsername(entry: DirectoryEntry): Promise<void> {
    const logins = loginsOf(entry);
    const [first] = logins;
    const own = ownLogin(logins, this.user);
    const { login: applied } = this.user;
    if (first === undefined || (applied !== null && logins.includes(applied))) return;
    if (applied === null) {
      this.identity.login = own ?? first;
      return;
    }
    for (const login of own === undefined ? logins : [own]) {
      if (!(await this.rename(login))) continue;
      this.identity.login = login;
      return;
    }
    this.conflicts.push(`another user has the username ${first}`);
  }

  /** Leaves the address alone if other users have all addresses of the entry. */
  async checkEmail(entry: DirectoryEntry): Promise<void> {
    const { email: first } = this.columns;
    if (first === undefined) return;
    for (const email of emailsOf(entry)) {
      this.columns.email = email;
      if (!(await this.isTaken({ email }))) return;
    }
    delete this.columns.email;
    this.conflicts.push(`another user has the e-mail address ${first}`);
  }

  /** Leaves the last active administrator alone. All active administrators are locked. */
  async keepAdministrator(): Promise<void> {
    const { admin, state } = this.columns;
    if (admin !== false && state !== 'ldap_blocked') return;
    const administrators = await this.unit.withRepository(this.users).lockActiveAdministrators();
    if (administrators.length !== 1 || administrators[0] !== this.user.id) return;
    delete this.columns.admin;
    if (state === 'ldap_blocked') delete this.columns.state;
    this.conflicts.push('the last active administrator has to stay');
  }

  /**
   * What follows from other columns: a directory's address is confirmed. External users have no quota; others get the
   * default one back.
   */
  addImplied(projectsLimit: number, now: number): void {
    const { columns, user } = this;
    const { username, email, external } = columns;
    if (username !== undefined) columns.usernameKey = username.toLowerCase();
    if (email !== undefined && user.confirmed_at === null) columns.confirmedAt = now;
    if (email !== undefined || columns.confirmedAt !== undefined) columns.confirmationDigest = null;
    if (external === undefined) return;
    if (external === (user.can_create_group === 1)) columns.canCreateGroup = !external;
    const limit = external ? 0 : projectsLimit;
    if (user.projects_limit !== limit) columns.projectsLimit = limit;
  }

  summary(): UserChange {
    const { user, conflicts, columns, identity } = this;
    const changes = this.changes();
    return {
      userId: user.id,
      username: user.username,
      dn: identity.externUid ?? user.extern_uid,
      state: columns.state ? OUTCOMES[columns.state] : 'unchanged',
      changes,
      reason: changeReason(changes, this.cause),
      conflicts,
    };
  }

  private changes(): Changes {
    const { columns, identity, user } = this;
    const changes: Changes = {};
    for (const [column, field] of Object.entries(FIELDS) as [Column, string][]) {
      const to = columns[column];
      if (to !== undefined)
        changes[field] = { from: valueOf(column, before(user)[column]), to: valueOf(column, to) };
    }
    if (identity.externUid)
      changes['extern_uid'] = { from: user.extern_uid, to: identity.externUid };
    if (identity.uniqueId) changes['unique_id'] = { from: user.unique_id, to: identity.uniqueId };
    return changes;
  }

  private async entryConflict({ uniqueId, dn }: IdentifiedEntry): Promise<string | null> {
    const { unique_id } = this.user;
    if (unique_id === uniqueId) return null;
    if (unique_id !== null) return `${dn} is another entry, with the unique id ${uniqueId}`;
    if (uniqueId.length > MAX_UNIQUE_ID) return `the unique id of ${dn} is too long`;
    const other = await this.joined.findByEntry(this.provider, uniqueId);
    return other && `${dn} belongs to the user ${other.username}`;
  }

  /** Takes the DN away from an identity whose entry has moved. False if it has to stay there. */
  private async claimDn(dn: string): Promise<boolean> {
    if (dn.length > MAX_DN) {
      this.conflicts.push(`the DN is too long (maximum is ${MAX_DN} characters)`);
      return false;
    }
    const other = await this.joined.findByDn(this.provider, dn);
    if (!other || other.id === this.user.id) return true;
    if (other.unique_id === null) {
      this.conflicts.push(`the user ${other.username} has the identity ${dn}`);
      return false;
    }
    this.freed = await freeDn(this.joined, other, other.unique_id);
    return true;
  }

  private async rename(login: string): Promise<boolean> {
    const { username, username_key } = this.user;
    for (const candidate of usernamesFor(login, randomInt)) {
      if (candidate === username) return true;
      const key = candidate.toLowerCase();
      if (key !== username_key && (await this.isTaken({ username: key }))) continue;
      this.columns.username = candidate;
      return true;
    }
    return false;
  }

  private isTaken(claim: Claim): Promise<boolean> {
    return isTaken(this.unit.withRepository(this.users), claim, this.user.id);
  }

  private get joined(): DirectoryUsersRepository {
    return this.unit.withRepository(this.directoryUsers);
  }
}
