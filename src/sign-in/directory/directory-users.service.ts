import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import { CONFIG, type Config } from '../../base/config/config.js';
import { currentTime } from '../../database/clock.js';
import { Database, type Unit } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import type { RequestScope } from '../../database/request-scope.js';
import { UserRecords } from '../../features/users/user-records.service.js';
import { UsersRepository } from '../../features/users/users.repository.js';
import { authorOf, type ChangeContext } from './change-context.js';
import type { IdentifiedEntry } from '../ldap/directory-entry.js';
import { DirectoryUsersRepository, type DirectoryUser } from './directory-users.repository.js';
import { recordChanges } from './record-changes.js';
import {
  differences,
  emailOf,
  invalidEmail,
  linkOf,
  lostDn,
  loginOf,
  loginsOf,
  ownLogin,
  stillTaken,
  type Reading,
  type UserChange,
} from './user-changes.js';
import { Draft } from './user-draft.js';

/** Carries the result of a dry run out of the unit of work that it rolls back. */
class DryRun extends Error {
  constructor(readonly change: UserChange) {
    super('Rolled back after a dry run');
  }
}

/** A user is no longer as when the links were decided. */
export class LinkRefused extends Error {}

/** Everything that a directory changes in users goes through here, with a record in the same unit of work. */
@Injectable()
export class DirectoryUsers {
  constructor(
    private readonly database: Database,
    private readonly directoryUsers: DirectoryUsersRepository,
    private readonly users: UsersRepository,
    private readonly records: UserRecords,
    private readonly audit: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Makes the user what the entry says: `ldap_blocked` becomes `active` unless nobody can tell whether the account is
   * still disabled. It never blocks. If an administrator has blocked the user, only the identity follows the entry.
   *
   * @param seen the user as it was when the entry was looked up. A user blocked since then stays blocked
   * @returns null if the user is gone, or is linked to another entry since then
   */
  apply(
    scope: RequestScope,
    provider: string,
    seen: DirectoryUser,
    { entry, rights, hiddenSign }: Reading,
    context: ChangeContext,
  ): Promise<UserChange | null> {
    return this.change(scope, provider, seen, context, async (draft) => {
      if (!(await draft.followEntry(entry)) || draft.user.state === 'blocked') return;
      Object.assign(draft.columns, differences(draft.user, entry, rights));
      if (seen.state === 'active') delete draft.columns.state;
      if (hiddenSign !== null) draft.keepBlocked(hiddenSign);
      if (emailOf(entry) === null) draft.conflicts.push(invalidEmail(entry));
      await draft.followUsername(entry);
      await draft.checkEmail(entry);
      await draft.keepAdministrator();
    });
  }

  /**
   * `active` becomes `ldap_blocked`. Other users stay as they are.
   *
   * @param entry if it still exists: the identity follows it
   * @param cause for the record, such as `userAccountControl is 514`
   * @param seen the user as it was when the entry was looked up
   * @returns null if the user is gone, or is linked to another entry since then
   */
  block(
    scope: RequestScope,
    provider: string,
    seen: DirectoryUser,
    { entry, cause }: { entry: IdentifiedEntry | null; cause: string },
    context: ChangeContext,
  ): Promise<UserChange | null> {
    return this.change(scope, provider, seen, context, async (draft) => {
      draft.cause = cause;
      if (entry && !(await draft.followEntry(entry))) return;
      if (draft.user.state === 'active') {
        draft.columns.state = 'ldap_blocked';
        await draft.keepAdministrator();
      }
      const state = draft.columns.state ?? draft.user.state;
      if (state === 'ldap_blocked') draft.identity.disabledBy = entry?.disabled?.sign ?? null;
    });
  }

  /**
   * Stores in one unit of work which entries belong to users who are as their entries say, and whose identities have no
   * entry yet.
   *
   * @throws UniqueViolation another identity has one of the entries
   * @throws LinkRefused one of the identities has an entry or another DN by now
   */
  link(
    scope: RequestScope,
    provider: string,
    links: readonly { user: DirectoryUser; entry: IdentifiedEntry }[],
    context: ChangeContext,
  ): Promise<UserChange[]> {
    return this.database.unit(scope, async (unit) => {
      const changes = links.map(({ user, entry }) => linkOf(user, entry));
      await context.guard?.(unit, changes);
      const rows = links.map(({ user, entry }) => {
        const { uniqueId, dn } = entry;
        const login = ownLogin(loginsOf(entry), user) ?? loginOf(entry);
        return { id: user.identity_id, uniqueId, dn, login };
      });
      const linked = await unit.withRepository(this.directoryUsers).link(rows);
      if (linked < links.length) throw new LinkRefused();
      await recordChanges(this.audit, unit, provider, changes, context);
      return changes;
    });
  }

  private async change(
    scope: RequestScope,
    provider: string,
    seen: DirectoryUser,
    context: ChangeContext,
    decide: (draft: Draft) => Promise<void>,
  ): Promise<UserChange | null> {
    const attempt = () =>
      this.database.unit(scope, async (unit) => {
        const directoryUsers = unit.withRepository(this.directoryUsers);
        const found = await directoryUsers.findByUser(provider, seen.id);
        if (found?.admin) await unit.withRepository(this.users).lockActiveAdministrators();
        const user = await directoryUsers.lock(provider, seen.id);
        if (!user || isRelinked(user, seen)) return null;
        const draft = new Draft(unit, provider, user, this.directoryUsers, this.users);
        await decide(draft);
        draft.addImplied(this.config.defaultProjectsLimit, currentTime());
        const change = draft.summary();
        await this.write(unit, draft, change, context);
        if (context.isDryRun) throw new DryRun(change);
        return change;
      });
    try {
      // If a concurrent request took the username or address, the second attempt finds it taken.
      return await attempt().catch(onUniqueViolation(attempt));
    } catch (error) {
      if (error instanceof DryRun) return error.change;
      // A user who is being deleted still has the DN or the unique id.
      return onUniqueViolation(() => Promise.resolve(stillTaken(seen)))(error);
    }
  }

  private async write(
    unit: Unit,
    draft: Draft,
    change: UserChange,
    context: ChangeContext,
  ): Promise<void> {
    await context.guard?.(unit, [change]);
    const { user, provider } = draft;
    const directoryUsers = unit.withRepository(this.directoryUsers);
    const { identity } = draft;
    if (Object.keys(identity).length > 0) await directoryUsers.change(user.identity_id, identity);
    const { columns, freed } = draft;
    if (Object.keys(columns).length > 0)
      await this.records.update(unit, authorOf(provider, context), user, columns, {});
    const changes = [change, ...(freed ? [lostDn(freed.user, freed.externUid)] : [])];
    const made = changes.filter((one) => Object.keys(one.changes).length > 0);
    if (made.length > 0) await recordChanges(this.audit, unit, provider, made, context);
  }
}

const onUniqueViolation =
  <Result>(handle: () => Promise<Result>) =>
  (error: unknown): Promise<Result> => {
    if (error instanceof UniqueViolation) return handle();
    throw error;
  };

/** An administrator has linked the user to another entry since the lookup. */
const isRelinked = (user: DirectoryUser, seen: DirectoryUser): boolean =>
  user.unique_id !== seen.unique_id ||
  (seen.unique_id === null && user.extern_uid !== seen.extern_uid);
