import { FeatureRepository } from '../../database/feature-repository.js';
import { statement, type Statement } from '../../database/statement.js';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import type { Identity } from './identity.entity.js';

export interface IdentityRow {
  user_id: number;
  provider: string;
  extern_uid: string;
}

const byCount = new Map<number, Statement<IdentityRow>>();

/** One statement for each number of users on a page. Building it takes 13 µs. */
function identitiesStatement(users: number): Statement<IdentityRow> {
  let query = byCount.get(users);
  if (!query) {
    const ids = Array.from({ length: users }, (_, i) => `:id${i}`).join(', ');
    query = statement(
      `SELECT user_id, provider, extern_uid FROM identities WHERE user_id IN (${ids}) ORDER BY id`,
    );
    byCount.set(users, query);
  }
  return query;
}

const identityValues = (ids: readonly number[]): Record<string, number> =>
  Object.fromEntries(ids.map((id, i) => [`id${i}`, id]));

export class IdentitiesRepository extends FeatureRepository<Identity> {
  static readonly owned: readonly OwnedRows[] = [
    { table: 'identities', of: { User: 'user_id IN (:owners...)' }, last: true },
  ];

  /** The identities of all users of a page. */
  findByUsers(ids: readonly number[]): Promise<IdentityRow[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.statements.rows(identitiesStatement(ids.length), identityValues(ids));
  }

  /** @param entry what is known of the entry in the directory */
  async add(
    userId: number,
    provider: string,
    externUid: string,
    entry: Pick<Identity, 'uniqueId' | 'login' | 'disabledBy'> = {},
  ): Promise<void> {
    await this.insert({ userId, provider, externUid, ...entry });
  }

  /** Changes the user's identity at this provider, or adds one. A new account forgets the entry of the old one. */
  async set(userId: number, provider: string, externUid: string): Promise<void> {
    const identity = await this.findOneBy({ userId, provider });
    if (!identity) await this.add(userId, provider, externUid);
    else if (identity.externUid !== externUid) {
      const unknownEntry = { uniqueId: null, login: null, disabledBy: null };
      await this.update({ id: identity.id }, { externUid, ...unknownEntry });
    }
  }
}
