import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import type { Actor } from '../../core/auth/actor.js';
import type { Unit } from '../../database/unit.js';
import { IdentitiesRepository, type IdentityRow } from './identities.repository.js';
import { UsersRepository, type UserRow } from './users.repository.js';

/** From what to what, by field. */
type Changes = Record<string, { from: unknown; to: unknown }>;

/** The columns that a client can change, by the field of the interface. */
const FIELDS = {
  ...{ username: 'username', email: 'email', name: 'name', admin: 'admin' },
  ...{ external: 'is_external', can_create_group: 'can_create_group' },
  ...{ projects_limit: 'projects_limit', bio: 'bio', location: 'location' },
  ...{ organization: 'organization', website_url: 'website_url', messenger: 'messenger' },
  ...{ professional_network: 'professional_network', microblog: 'microblog' },
} as const satisfies Record<string, keyof UserRow>;
/** The database has numbers for them. */
const FLAGS = new Set(['admin', 'external', 'can_create_group']);

/** Records what an administrator changes in a user. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly identities: IdentitiesRepository,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Call when the user is locked in the unit. The returned function, called after the changes, records what has changed;
   * nothing if nothing has.
   */
  async watch(
    unit: Unit,
    actor: Actor,
    id: number,
  ): Promise<(secrets: { password: boolean }) => Promise<void>> {
    const before = await this.read(unit, id);
    return async ({ password }) => {
      const after = await this.read(unit, id);
      const username = before.user?.username;
      const changes = {
        ...differences(before.user, after.user),
        ...identityChange(before.identities, after.identities),
      };
      if (Object.keys(changes).length === 0 && !password) return;
      // Neither the password nor its hash.
      const details = { username, changes, password_changed: password };
      await this.audit.record(unit, actor, 'user.updated', { type: 'user', id }, details);
    };
  }

  private async read(unit: Unit, id: number) {
    return {
      user: await unit.withRepository(this.users).findById(id),
      identities: await unit.withRepository(this.identities).findByUsers([id]),
    };
  }
}

function differences(before: UserRow | null, after: UserRow | null): Changes {
  const changes: Changes = {};
  for (const [field, column] of Object.entries(FIELDS)) {
    const [from, to] = [before?.[column], after?.[column]].map((value) =>
      FLAGS.has(field) ? value === 1 : value,
    );
    if (from !== to) changes[field] = { from, to };
  }
  return changes;
}

/** A request changes or adds one identity. */
function identityChange(before: readonly IdentityRow[], after: readonly IdentityRow[]): Changes {
  const added = after.find(
    ({ provider, extern_uid }) =>
      !before.some((one) => one.provider === provider && one.extern_uid === extern_uid),
  );
  if (!added) return {};
  const former = before.find(({ provider }) => provider === added.provider);
  return { identity: { from: former ? account(former) : null, to: account(added) } };
}

const account = ({ provider, extern_uid }: IdentityRow) => ({ provider, extern_uid });
